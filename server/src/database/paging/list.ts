import type { RawBuilder } from 'kysely'
import type { Cursor } from '../../context.ts'
import type { PackedColumns, Unpacked } from './packed-rows.ts'

/** The description of a list: its rows, its order, and the columns to read. */
export type List<Column extends string, Facts> = {
  /** The name of the list, unique in the workspace. Cursors are stored by it. */
  name: string
  /** Selects from the rows of the list, `p`, that pass the condition; see `Select`. */
  select: Select
  order: Order<Column>
  columns: PackedColumns<Column>
  /** The rows of a page with other values in some columns; without it, they stay as they are. */
  shown?: ((rows: RawBuilder<unknown>) => RawBuilder<unknown>) | undefined
  /** CTEs that `select` and `facts` refer to. */
  ctes: RawBuilder<unknown>[]
  /** Scalar JSON, read once per page. It can refer to the rows of the page as `page`. */
  facts?: RawBuilder<Facts> | undefined
}

/** `select <what> from … p where <filter> and <condition>`. */
export type Select = (what: RawBuilder<unknown>, condition: RawBuilder<boolean>) => RawBuilder<unknown>

/** A keyset order: by a key, then by the id. An index with this order must exist. */
export type Order<Column extends string> = {
  key: RawBuilder<unknown>
  id: RawBuilder<unknown>
  /** The SQL type of the key. */
  type: 'text' | 'timestamptz'
  cursorOf: (row: Unpacked<Column>) => Cursor
}

export type Page<Column extends string, Facts> = {
  rows: Unpacked<Column>[]
  /** Null if the list has none. */
  facts: Facts | null
}

/** The size of the page, and the number of rows before it. */
export type Window = { limit: number; offset: number }
