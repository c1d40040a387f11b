import { randomUUIDv7 } from 'node:crypto'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

let last = ''

/**
 * A new UUIDv7 that sorts behind all earlier ones of this process: also behind those of the same millisecond, and where
 * the clock of the machine goes back.
 */
export function nextUuid(): string {
  const id = randomUUIDv7()
  last = id > last ? id : withDashes((BigInt(`0x${last.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0'))
  return last
}

/** Whether the text can be an id at all: text that cannot names nothing, and must not reach a uuid column. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

const NOTHING = '00000000-0000-0000-0000-000000000000'

/** The text as an id to look up: where it cannot be one, an id that nothing has. */
export function uuidOf(text: string): string {
  return isUuid(text) ? text : NOTHING
}

/** A UUID as the database writes it, from one without dashes. */
export function withDashes(id: string): string {
  return `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`
}
