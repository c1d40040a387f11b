/** Builds the pages if they are missing or made from other sources. Throws where the build fails. */
export function buildWebWhenStale(): void
