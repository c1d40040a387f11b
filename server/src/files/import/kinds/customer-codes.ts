import { CUSTOMER_CODE, planCustomerCodes, replaceCodes } from '../../../catalogue/customer-codes.ts'
import type { AskedCode, PlannedCode } from '../../../catalogue/customer-codes.ts'
import type { WorkspaceContext } from '../../../context.ts'
import { resolveCustomers, whyUnresolved } from '../../../customers/find-customer.ts'
import type { CustomerRef } from '../../../customers/find-customer.ts'
import { InvalidInput } from '../../../errors.ts'
import { matchingKey } from '../../../lib/matching-key.ts'
import { text } from '../../../lib/text-input.ts'
import { changedCustomers } from '../../../workspaces/activity/record-changes.ts'
import { recordPart } from '../../../workspaces/activity/record-activity.ts'
import { CUSTOMER_HEADERS, guessColumns } from '../../spreadsheets/columns.ts'
import type { Columns } from '../../spreadsheets/columns.ts'
import type { ChosenRow, ImportKind, Outcome, RecordChange } from '../import-kind.ts'
import { PRODUCT_COLUMNS } from './products.ts'

/** `code` is undefined where its cell is blank and changes nothing. */
type CodeItem = { customer: string; sku: string; code: string | null | undefined }

const COLUMNS: Columns = {
  customer: { label: 'Customer', headers: CUSTOMER_HEADERS, isRequired: true },
  sku: {
    label: 'SKU or GTIN',
    headers: 'sku stockcode itemcode productcode productsku itemsku oursku ourcode item product gtin ean upc barcode',
    isRequired: true,
    identifies: true,
  },
  code: {
    label: 'Part number',
    headers:
      'partnumber partno customerpartnumber customerpartno customersku customeritemcode theirpartnumber theirnumber ' +
      'theircode yourpartnumber yourcode',
    isRequired: true,
    clearable: true,
    identifies: true,
    read: (cell) => {
      const { data: value, error } = text(CUSTOMER_CODE).safeParse(cell)
      return error ? { reason: `cannot be used: ${error.issues[0]!.message}` } : { value: value! }
    },
  },
}

/** What customers call products: their own part numbers. */
export const customerCodeKind: ImportKind<CodeItem> = {
  columns: COLUMNS,
  otherColumns: 'ignore',
  fitOf: (header) => {
    const isComplete = guessColumns(COLUMNS, header).size === 3
    return isComplete && !guessColumns(PRODUCT_COLUMNS, header).has('listPrice') ? 4 : 0
  },
  reader:
    () =>
    ({ values: { customer, sku, code }, cleared, reasons }) => ({
      label: sku,
      key: customer && sku && [customer, sku].map(matchingKey).join('\n'),
      item: { customer, sku, code, ...cleared },
      reasons,
    }),
  planner: (context) => {
    const earlier = new Map()
    return {
      plan: (rows) => outcomeOf(context, rows, (asked) => planCustomerCodes(context, asked, { byGtin: true, earlier })),
    }
  },
  write: (trx, { rows }) =>
    outcomeOf(trx, rows, async (asked) => {
      const changed = await planCustomerCodes(trx, asked, { byGtin: true })
      await replaceCodes(trx, changed, changed)
      const owners = changedCustomers(changed.map(({ customerId }) => customerId))
      if (changed.length > 0) await recordPart(trx, undefined, owners)
      return changed
    }),
}

/** A removed number stays as a row without one, so that an undo finds it. */
async function outcomeOf(
  context: WorkspaceContext,
  rows: readonly ChosenRow<CodeItem>[],
  change: (asked: AskedCode[]) => Promise<PlannedCode[]>,
): Promise<Outcome> {
  const named = rows.map(({ item }) => item.customer)
  const customers = await resolveCustomers(context, named)
  const unresolved = named.flatMap((text, row) =>
    whyUnresolved(text, customers.get(text)).map((message) => ({ path: `codes.${row}.customer`, message })),
  )
  if (unresolved.length > 0) throw new InvalidInput(unresolved)
  const owners = named.map((text) => customers.get(text) as CustomerRef)
  const changed = await change(rows.map(({ item: { sku, code } }, row) => ({ sku, code, customerId: owners[row]!.id })))
  const changes = changed.map(({ position, id, sku, from, code, isNew }): RecordChange => ({
    line: rows[position]!.line,
    recordId: id,
    shownOn: owners[position]!.id,
    kind: isNew ? 'created' : 'updated',
    label: sku,
    name: owners[position]!.name,
    title: `${sku} for ${owners[position]!.name}`,
    changes: { code: { from, to: code } },
    before: isNew ? null : { code: from },
  }))
  return { changes, rejected: [] }
}
