import { randomUUIDv7 } from 'node:crypto'

/** The row of the sample's data, with the id that it is stored under. */
export function withId<T extends object>(row: T): T & { id: string } {
  return { ...row, id: randomUUIDv7() }
}
