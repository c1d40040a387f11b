import type { ProductItem } from '../../catalogue/plan-upsert.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { OnDuplicate } from '../../database/column-values.ts'
import type { CustomerItem } from '../../customers/plan-customers.ts'
import type { Currency } from '../../shared/read-price.ts'
import type { PriceImpact } from '../../shared/price-impact.ts'
import type { ColumnForms, Columns } from '../spreadsheets/columns.ts'

/** A row as the API would take it, or why it would refuse it. */
export type Validate<Item> = (item: object) => { item: Item; reasons?: never } | { item?: never; reasons: string[] }

/** What imports take from the API, so that a row is judged and written as one that comes by it. */
export type ImportTools = {
  validate: { product: Validate<ProductItem>; customer: Validate<CustomerItem> }
  /** Runs a write in a slot of heavy work. */
  runQueued: <T>(workspace: WorkspaceContext, work: (turn: WorkspaceContext) => Promise<T>) => Promise<T>
}

/** What a column is used for: the name of a field of the kind, `details`, or `ignore`. */
export type ColumnUse = string

/** How a file is read. `headerLine` is the line of the header in the sheet, from 1. */
export type Reading = {
  sheet: number
  headerLine: number
  header: string[]
  uses: ColumnUse[]
  /** Values that every row gets, by field. */
  constants: Record<string, string>
  onDuplicate: OnDuplicate
  /** The unit of new products where no column and no constant has one. Those that exist keep theirs. */
  newUnit?: string
  /** Positions of columns whose blank cells empty their field. It is chosen for each file anew. */
  clearing?: number[]
  /** SKUs that stand for the damaged ones of the file, by line. */
  skus?: Record<string, string>
  /** Rounds prices with more decimals than the currency has, instead of refusing them. Never remembered. */
  roundsPrices?: boolean
  /** Columns of a file by the API that are no details, though they fill no field. */
  leftOut?: LeftOutColumn[]
  /** True if it is how a file with this header was read before. */
  isRemembered: boolean
}

/** A column that buyers do not see, and why, in words. */
export type LeftOutColumn = { column: string; reason: string }

/** How the rows of a file are read. */
export type HowRead = {
  currency: Currency
  forms: ColumnForms
  reading: Reading
  validate: ImportTools['validate']
}

/** The values of a row, and why it cannot be used. */
export type ReadRow = {
  /** By field, as its column reads them; without those whose cells are blank or cannot be read. */
  values: Record<string, any>
  /** The texts that they were read from. */
  texts: Record<string, string | undefined>
  /** The fields that blank cells empty, as null. */
  cleared: Record<string, null>
  /** `name is blank`: each begins with the field. */
  reasons: string[]
  /** It has more cells than the header, or errors for values. That is its only reason then. */
  isMisfit: boolean
}

/**
 * A row as it reads. With reasons it cannot be used. Rows with one key are about the same record; one that can be used
 * has a key and an item. `isPartial`: too little for a new record, so a row that has enough comes first.
 */
export type ReadItem<Item> = {
  label: string | undefined
  key: string | undefined
  item?: Item | undefined
  reasons: readonly string[]
  isPartial?: boolean
}

/** Makes an item of the values of a row, and judges it. The reasons are all that it is rejected for. */
export type ToItem<Item> = (row: ReadRow, cells: readonly string[], line: number) => ReadItem<Item>

/** A row that is to be written: the only one, or the chosen one, of its key. */
export type ChosenRow<Item = unknown> = { line: number; label: string; item: Item }

export function itemsOf<Item>(rows: readonly ChosenRow<Item>[]): Item[] {
  return rows.map(({ item }) => item)
}

/** What a row does to a record, or would do. */
export type RecordChange = {
  line: number
  /** A product, a customer, an agreed price. */
  recordId: string
  /** The product or customer whose page shows it. */
  shownOn: string
  /** `price`: only a new price, which goes into the draft. */
  kind: 'created' | 'updated' | 'price'
  /** What the check calls it: a SKU or an account code, and a name. */
  label: string
  name: string
  /** What the list of changes calls it. */
  title: string
  changes: Record<string, FieldChange>
  /** What the check shows besides. */
  shown?: Record<string, FieldChange>
  /** A new price for the draft, in minor units; and the name of the product as it is. */
  price?: { name: string; from: number | null; to: number }
  /** What it was, to undo that. Null for what is new. */
  before: object | null
  /** It is not what the row is about, and does not count: an agreed price that ends where a new one begins. */
  isBeside?: true
}

/** What rows do. A row that is neither here nor rejected changes nothing. */
export type Outcome = {
  changes: RecordChange[]
  /** By their positions. */
  rejected: { row: number; reason: string }[]
  /** The draft that the prices went into. */
  draft?: string | null
}

/** Says what the rows of a file would do, part by part, and writes nothing. */
export type Planner<Item> = {
  plan(rows: readonly ChosenRow<Item>[]): Promise<Outcome>
  /** What the check tells of all of them besides. */
  findings?(): Promise<Findings>
}

type Findings = Partial<Pick<ImportCheck, 'priceMoves' | 'priceState' | 'damaged' | 'warnings' | 'unknownCustomers'>>

export type Batch<Item> = { rows: readonly ChosenRow<Item>[]; draft: string | null; draftName: string }

/** What a file can hold: a table of columns, and what becomes of its rows. All else is the same for all kinds. */
export type ImportKind<Item = unknown> = {
  columns: Columns
  /** What becomes of a column that fills no field. */
  otherColumns: 'details' | 'ignore'
  /** How well a header fits. Of all kinds, the one that it fits best is guessed. */
  fitOf: (header: readonly string[]) => number
  reader(how: HowRead): ToItem<Item>
  planner(context: WorkspaceContext): Planner<Item>
  /**
   * Writes a batch, by the verbs of the API and the pages. Call it in a transaction. This and `plan` throw InvalidInput,
   * whose paths have the positions of rows, where all are refused because of some.
   */
  write(trx: WorkspaceContext, batch: Batch<Item>): Promise<Outcome>
}

/** A field of one record before and after. */
export type FieldChange = { from: unknown; to: unknown }

/**
 * A price of an existing product that would change, in minor units. `changeBp` is in basis points; null from nothing.
 */
export type PriceMove = { sku: string; name: string; from: number | null; to: number; changeBp: number | null }

/** A SKU that a spreadsheet seems to have damaged, and the products that it may mean. */
export type DamagedSku = { line: number; sku: string; probably: { sku: string; name: string }[] }

/** Rows that are rejected for one reason, and the first of them. Texts of the file in it are "…". */
export type RejectReason = {
  reason: string
  rows: number
  first: { line: number; label: string | null; reason: string }[]
}

/** What a check found. Lists hold some of what is counted. Labels and names say what a row is about. */
export type ImportCheck = {
  /** Rows of the file, blank ones and the header apart. */
  rows: number
  created: number
  changed: number
  unchanged: number
  rejected: number
  /** Good rows that are left out, because another row is about the same. */
  duplicates: number
  /** SKUs, or what else rows are told apart by, that are on more than one row. */
  repeatedKeys: number
  repeated: { label: string; lines: [number, number] }[]
  /** How many existing records change in which field. */
  fields: Record<string, number>
  /** How many values it would empty, by field. */
  cleared: Record<string, number>
  examples: { line: number; label: string; name: string; changes: Record<string, FieldChange> }[]
  newOnes: { line: number; label: string; name: string; changes: Record<string, FieldChange> }[]
  prices: { up: number; down: number; moves: PriceMove[] }
  /** Why rows are rejected, the most frequent first. */
  reasons: RejectReason[]
  /** What other brands, categories and lists of customers do to prices at once; null for nothing. */
  priceMoves: PriceImpact | null
  /** The state of the prices (`stateOfPrices`) that these moves are of. Undefined where rows move none at once. */
  priceState?: string
  rejects: { line: number; label: string | null; reason: string }[]
  damaged: DamagedSku[]
  warnings: string[]
  /** What the columns tell of how they are written, in words. */
  readAs: string[]
  /** Amounts with more decimals than the currency has. They are rounded, or their rows rejected. */
  toRound: number
  unknownCustomers: string[]
}
