import type { NewRow } from '../database/tables.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { PLAIN_ENTRIES } from '../shared/product-fields.ts'
import type { PlainField } from '../shared/product-fields.ts'
import { changedDetails } from './changed-fields.ts'
import type { GroupsByKey } from './groups/grouping.ts'
import type { PlainFields } from './product-columns.ts'
import type { ProductToEdit } from './product-to-edit.ts'
import { fold } from '../lib/fold.ts'
import { searchDocument } from './search/search-words.ts'

/** What staff change of a product. What is left out stays; null clears. */
export type ProductEdit = { [F in PlainField]?: PlainFields[F] | undefined } & {
  sku?: string | undefined
  /** Names; created if missing. */
  brand?: string | null | undefined
  category?: string | null | undefined
  /** All of them. */
  details?: Record<string, string> | undefined
  /** Ids of those that see it, if the visibility is `selected`. */
  customers?: string[] | undefined
  /** Minor units. It goes into a draft price change. */
  listPrice?: number | undefined
  /** The draft for the list price. Without it, a new one. */
  priceChangeId?: string | null | undefined
}

type Columns = Partial<Omit<NewRow<'product'>, 'id' | 'workspace_id'>>
type Changes = Record<string, { from: unknown; to: unknown }>

/** The columns that an edit changes, and what the activity says of it. Pure. */
export function editedColumns(
  workspaceId: string,
  before: ProductToEdit,
  edit: ProductEdit,
  groups: { brand: GroupsByKey; category: GroupsByKey },
): { columns: Columns; changes: Changes } {
  const columns: Record<string, unknown> = {}
  const changes: Changes = {}
  const change = (field: keyof ProductToEdit & keyof ProductEdit, to: unknown, written: Columns) => {
    if (to === undefined || to === before[field]) return
    changes[field] = { from: before[field], to }
    Object.assign(columns, written)
  }
  for (const { field, column } of [{ field: 'sku', column: 'sku' } as const, ...PLAIN_ENTRIES]) {
    change(field, edit[field], { [column]: edit[field] })
  }
  for (const grouping of ['brand', 'category'] as const) {
    const name = edit[grouping]
    const group = typeof name === 'string' ? groups[grouping].get(matchingKey(name)) : undefined
    change(grouping, name && group!.name, { [`${grouping}_id`]: group?.id ?? null })
  }
  if (edit.details && Object.keys(changedDetails(before.details, edit.details)).length > 0) {
    columns['details'] = JSON.stringify(edit.details)
    Object.assign(changes, changedDetails(before.details, edit.details))
  }
  return { columns: { ...(columns as Columns), ...derivedColumns(workspaceId, before, changes) }, changes }
}

/** The columns that are computed from changed fields. */
function derivedColumns(workspaceId: string, before: ProductToEdit, changes: Changes): Columns {
  const after = <F extends keyof ProductToEdit>(field: F) => (changes[field]?.to ?? null) as ProductToEdit[F]
  const has = (...fields: (keyof ProductToEdit)[]) => fields.some((field) => field in changes)
  const now = { ...before, ...Object.fromEntries(Object.entries(changes).map(([field, { to }]) => [field, to])) }
  return {
    ...(has('sku') && { sku_key: matchingKey(after('sku')) }),
    ...(has('name') && { name_folded: fold(after('name')) }),
    ...(has('manufacturerRef') && {
      manufacturer_ref_key: now.manufacturerRef === null ? null : matchingKey(now.manufacturerRef),
    }),
    ...(has('name', 'description', 'brand', 'category') && { search: searchDocument(workspaceId, now) }),
  }
}
