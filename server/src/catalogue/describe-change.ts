import type { WorkspaceContext } from '../context.ts'
import type { Issue } from '../errors.ts'
import { localTime } from '../lib/local-time.ts'
import { PRODUCT_FIELDS } from '../shared/product-fields.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { productHistory } from './product-history.ts'
import type { HistoryEntry } from './product-history.ts'
import type { ProductToEdit } from './product-to-edit.ts'

/** Changes that are looked at, and that the message tells. */
const [LOOKED_AT, TOLD] = [20, 3]

/** The fields that a change can name, as the activity calls them. */
const { imageUrl: _, ...FIELDS } = PRODUCT_FIELDS
const FIELD_NAMES: Record<string, string | undefined> = {
  ...Object.fromEntries(Object.entries(FIELDS).map(([field, { label }]) => [field, label])),
  draftedListPrice: FIELDS.listPrice.label,
  customers: FIELDS.visibility.label,
  details: 'Details',
}

/** Who changed a product since a version of it: a message, and an issue for each field that is known to differ. */
export async function describeChange(
  context: WorkspaceContext,
  { id, sku }: ProductToEdit,
  seenVersion: string,
): Promise<[message: string, issues: Issue[]]> {
  const { timezone } = await readWorkspace(context, context.workspaceId)
  const entries = since(seenVersion, await productHistory(context, { id, limit: LOOKED_AT, offset: 0 }))
  const told = entries.slice(0, TOLD).map((entry) => sentence(entry, { timezone, now: context.clock() }))
  const paths = new Set(entries.flatMap(({ changes }) => fieldsOf(changes)))
  return [
    told.join(' ') || `${sku} has changed since you opened it.`,
    [...paths].map((path) => ({ path, message: 'Has changed meanwhile.' })),
  ]
}

/** The entries after that version. In the same millisecond, only the newest one counts. */
function since(version: string, entries: HistoryEntry[]): HistoryEntry[] {
  const seenAt = Math.floor(Number(version) / 1000)
  const later = entries.filter(({ at }) => Date.parse(at) > seenAt)
  return later.length > 0 ? later : entries.slice(0, 1).filter(({ at }) => Date.parse(at) === seenAt)
}

/** The fields of a product that changes name; all details are one. */
function fieldsOf(changes: object): string[] {
  const fields = Object.keys(changes).map((field) => (field.startsWith('details.') ? 'details' : field))
  return fields.filter((field) => FIELD_NAMES[field] !== undefined)
}

function sentence({ at, actor, changes }: HistoryEntry, { timezone, now }: { timezone: string; now: Date }): string {
  const { date, time } = localTime(timezone, new Date(at))
  const on = date === localTime(timezone, now).date ? '' : ` on ${date}`
  const names = new Set(fieldsOf(changes).map((field) => FIELD_NAMES[field]))
  const fields = names.size === 0 ? '' : `: ${[...names].join(', ')}`
  return `${actor.name} changed this${on} at ${time}${fields}.`
}
