import { randomUUIDv7 } from 'node:crypto'

/** Adds a new id to a row of the sample data. */
export function withId<T extends object>(row: T): T & { id: string } {
  return { ...row, id: randomUUIDv7() }
}
