import type { RawBuilder } from 'kysely'
import type { Cursor } from '../context.ts'
import type { PackedColumns, Unpacked } from './packed-rows.ts'

/** A list, as far as a page of it is read: which rows it has, in which order, and what is read of each. */
export type List<Column extends string, Facts> = {
  /** Names the list among all lists of the workspace. Cursors are kept by it. */
  name: string
  /** The same for all lists that one statement can read: all but `name` and `asked.values` follows from it. */
  batchKey: string
  /** Selects from the rows of the list, `p`, that pass the condition; see `Select`. */
  select: Select
  order: Order<Column>
  columns: PackedColumns<Column>
  /** What the caller asks for, as columns of a relation `asked`: one statement then serves several callers. */
  asked: { columns: string; values: object }
  /** CTEs over `asked` that `select` and `facts` refer to. */
  ctes: RawBuilder<unknown>[]
  /** JSON that is read once a page; it can refer to the rows of the page as `page`. */
  facts?: RawBuilder<Facts> | undefined
}

/**
 * `select <what> from … p where <filter> and <condition>`. With `byWords`, the index of words is to find the rows, and
 * no other index.
 */
export type Select = (
  what: RawBuilder<unknown>,
  condition: RawBuilder<boolean>,
  how?: { byWords: boolean },
) => RawBuilder<unknown>

/** A keyset order: by a key, then by the id. An index must have it. */
export type Order<Column extends string> = {
  key: RawBuilder<unknown>
  id: RawBuilder<unknown>
  /** The SQL type of the key. */
  type: 'text' | 'timestamptz'
  cursorOf: (row: Unpacked<Column>) => Cursor
}

export type Page<Column extends string, Facts> = {
  rows: Unpacked<Column>[]
  /** Null where the list has none. */
  facts: Facts | null
}

/** Rows to show, and how many come before them. */
export type Window = { limit: number; offset: number }
