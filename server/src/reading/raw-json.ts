/** JSON text that goes into an answer as it is: nobody parses it and writes it again. */
export type RawJson = string

/** A JSON list of entries that are JSON already. */
export function rawJsonList(entries: readonly RawJson[]): RawJson {
  return `[${entries.join(',')}]`
}
