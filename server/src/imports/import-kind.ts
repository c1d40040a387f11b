import type { LeftAt, Versioned } from '../activity/record-versions.ts'
import type { WorkspaceContext } from '../context.ts'
import type { PriceMoves } from '../rules/price-moves.ts'
import type { ColumnForms, Holding } from '../spreadsheets/column-forms.ts'
import type { FieldSet } from '../spreadsheets/fields.ts'
import type { ColumnMapping } from '../spreadsheets/map-columns.ts'
import type { ReadItem } from '../spreadsheets/survey-rows.ts'
import type { ImportCheck } from './import-check.ts'
import type { RejectedRow } from './list-rejects.ts'
import type { NotedChange } from './note-changes.ts'
import type { ImportTools } from './tools.ts'

/** A row that is to be written: the only one, or the chosen one, of its key. */
export type ChosenRow<Item> = { line: number; label: string; item: Item }

export type ReadCells<Item> = (cells: readonly string[], line: number) => ReadItem<Item>

/** Compares the rows of a file with what is there, part by part. */
export type Comparer<Item> = {
  /** Returns the rows that would be refused. */
  add(rows: readonly ChosenRow<Item>[]): Promise<RejectedRow[]>
  summary(): Promise<Compared>
}

export type Compared = Pick<
  ImportCheck,
  | 'created'
  | 'changed'
  | 'unchanged'
  | 'fields'
  | 'cleared'
  | 'examples'
  | 'newOnes'
  | 'prices'
  | 'priceMoves'
  | 'priceState'
  | 'damaged'
  | 'warnings'
  | 'unknownCustomers'
>

/** What a batch did. `prices` went into `draft`. */
export type Written = {
  created: number
  updated: number
  unchanged: number
  prices?: number
  draft?: string | null
  changes: readonly NotedChange[]
  rejected?: readonly RejectedRow[]
}

export type Batch<Item> = { rows: readonly ChosenRow<Item>[]; draft: string | null; draftName: string }

/** A change that is to be undone. */
export type UndoneChange = {
  recordId: string
  label: string
  kind: 'created' | 'updated'
  /** As its kind has noted it. */
  before: unknown
  /** The one that the act left. */
  version: string | null
}

/** A change as a record with the version that it left. */
export function leftAt({ recordId: id, version }: UndoneChange): LeftAt {
  return { id, version }
}

/** Adds up what undoing changes would do to the prices of customers. */
export type UndoneMoves = {
  add(changes: readonly UndoneChange[]): Promise<void>
  /** Null where no price moves. */
  result(): Promise<PriceMoves | null>
}

/** The ids of records that have what they had before, and of those that are deleted again. All others are left. */
export type Undone = { restored: readonly string[]; removed: readonly string[] }

/** What a file can hold, and all that an import does with it. */
export type ImportKind<Item = unknown> = {
  fields: FieldSet
  /** Fields whose columns tell how they are written. */
  holds: Readonly<Record<string, Holding>>
  /** Fields that cannot have the same value in every row: they say what a row is about. */
  identifying: readonly string[]
  /** What becomes of a column that fills no field. */
  otherColumns: 'details' | 'ignore'
  /** Where the versions of its records are. */
  versioned: Versioned
  /** How well a header fits. Of all kinds, the one that it fits best is guessed. */
  fitOf: (header: readonly string[]) => number
  /** How a row is read, and judged by itself. */
  reader(
    context: WorkspaceContext,
    forms: ColumnForms,
    mapping: ColumnMapping<string>,
    tools: Pick<ImportTools, 'validate'>,
  ): Promise<ReadCells<Item>>
  comparer(context: WorkspaceContext): Comparer<Item>
  /**
   * Writes a batch in a transaction. Throws InvalidInput, whose paths have the positions of rows, for a batch that is
   * refused because of them.
   */
  write(trx: WorkspaceContext, batch: Batch<Item>): Promise<Written>
  /** What new records are used for since, in a word, by their ids: then `undo` leaves them. */
  usesOf?(context: WorkspaceContext, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The ids of the records that nobody has changed since, without a lock: those that `undo` takes back. */
  intact(context: WorkspaceContext, changes: readonly UndoneChange[]): Promise<readonly string[]>
  /** For kinds that hold discounts, or who sees products, by what their records are: products and customers. */
  undoneMoves?(context: WorkspaceContext): UndoneMoves
  /** Takes changes back, in a transaction, but for what anybody has changed since. */
  undo(trx: WorkspaceContext, changes: readonly UndoneChange[]): Promise<Undone>
}
