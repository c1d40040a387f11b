const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether the text can be an id at all: text that cannot names nothing, and must not reach a uuid column. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** A UUID as the database writes it, from one without dashes. */
export function withDashes(id: string): string {
  return `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`
}
