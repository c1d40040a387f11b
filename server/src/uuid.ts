const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether the text can be an id at all: text that cannot names nothing, and must not reach a uuid column. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
