/** JSON text that goes into a response unchanged. Nothing parses and serializes it again. */
export type RawJson = string

/** A JSON list of raw JSON entries. */
export function rawJsonList(entries: readonly RawJson[]): RawJson {
  return `[${entries.join(',')}]`
}
