import type { WorkspaceContext } from '../../../context.ts'
import { CUSTOMER_FIELDS, CUSTOMER_FILE_FIELDS, fieldsOf } from '../../../customers/customer-fields.ts'
import type { CustomerFileField } from '../../../customers/customer-fields.ts'
import { differences } from '../../../customers/edit-customer.ts'
import { forecastCustomers, upsertCustomers } from '../../../customers/upsert-customers.ts'
import type { WrittenCustomers } from '../../../customers/upsert-customers.ts'
import { NEW_CUSTOMER } from '../../../customers/plan-customers.ts'
import type { CustomerItem, PlannedCustomer } from '../../../customers/plan-customers.ts'
import { matchingKey } from '../../../lib/matching-key.ts'
import { impactOfMembership } from '../../../pricing/terms/group-members.ts'
import { stateOfPrices } from '../../../pricing/kinds-of-term.ts'
import { readMoney, readPrice } from '../../../shared/read-price.ts'
import type { MoneyForm } from '../../../shared/read-price.ts'
import { readQuantity } from '../../../shared/order-quantity.ts'
import type { ReadValue } from '../../../shared/read-value.ts'
import { guessColumns } from '../../spreadsheets/columns.ts'
import type { Column, Columns } from '../../spreadsheets/columns.ts'
import { readFlag } from '../../spreadsheets/cells.ts'
import { itemsOf } from '../import-kind.ts'
import type { ChosenRow, HowRead, ImportKind, Outcome, Planner, RecordChange, ToItem } from '../import-kind.ts'

const MAX_DAYS = 3_650

/** What tells customers apart, and how the cells of a field are read that is no text. */
const OF_FIELD: Partial<Record<CustomerFileField, Partial<Column>>> = {
  name: { isRequired: true, identifies: true },
  accountCode: { identifies: true },
  email: { identifies: true },
  paymentTermsDays: {
    holds: 'number',
    read: (text, { mark }) => readQuantity(text, { least: 0, most: MAX_DAYS, mark }),
  },
  creditLimit: { holds: 'money', read: readPrice },
  openBalance: { holds: 'money', read: readBalance },
  minOrderValue: { holds: 'money', read: readPrice },
  poRequired: { read: readFlag },
  active: { read: readFlag },
}

const COLUMNS: Columns = Object.fromEntries(
  CUSTOMER_FILE_FIELDS.map((field) => [field, { ...CUSTOMER_FIELDS[field], ...OF_FIELD[field] }]),
)

/** Customers with the terms of their accounts, as a bulk call takes them. */
export const customerKind: ImportKind<CustomerItem> = {
  columns: COLUMNS,
  otherColumns: 'ignore',
  fitOf: (header) => {
    const found = guessColumns(COLUMNS, header)
    if (!found.has('name')) return 0
    const own = [...found.keys()].filter((field) => !['name', 'notes', 'active'].includes(field))
    return own.length > 1 ? 2.5 : own.length * 1.5
  },
  reader,
  planner,
  write: async (trx, { rows }) => {
    let changes: RecordChange[] = []
    await upsertCustomers(trx, {
      customers: itemsOf(rows),
      recordPart: async (_, written) => {
        changes = changesOf(rows, written)
      },
    })
    return { changes, rejected: [] }
  },
}

/** Judges a row as the API does. Rows are about one customer that have one code; without it, one e-mail, else one name. */
function reader({ validate }: HowRead): ToItem<CustomerItem> {
  return ({ values, cleared, reasons }) => {
    const { accountCode, email, name } = values
    const [field, own] = Object.entries({ code: accountCode, email, name }).find(([, text]) => text !== undefined) ?? []
    const { item, reasons: others = [] } = validate.customer({ ...values, name: name ?? '?', ...cleared })
    const key = own && `${field} ${matchingKey(own)}`
    return { label: accountCode ?? name ?? email, key, item, reasons: [...reasons, ...others] }
  }
}

/** An amount, which may be below zero. */
function readBalance(text: string, form: MoneyForm): ReadValue<number> {
  const isBelow = /^[-−]/.test(text)
  const read = readMoney(isBelow ? text.slice(1) : text, form)
  return isBelow && read.reason === undefined ? { value: -read.value } : read
}

/** Other price groups move prices. */
function planner(context: WorkspaceContext): Planner<CustomerItem> {
  const groupOf = new Map<string, string | null>()
  let priceState: string | undefined
  return {
    plan: async (rows): Promise<Outcome> => {
      const items = itemsOf(rows)
      if (items.some(({ group }) => group !== undefined)) {
        priceState ??= await stateOfPrices(context, context.clock())
      }
      const forecast = await forecastCustomers(context, items)
      const before = new Map(forecast.existing.map(({ id, values }) => [id, values.group_id]))
      for (const { id, values } of forecast.updates) {
        if (values.group_id !== before.get(id)) groupOf.set(id, values.group_id)
      }
      return { changes: changesOf(rows, forecast), rejected: [] }
    },
    findings: async () =>
      priceState === undefined ? {} : { priceMoves: await impactOfMembership(context, groupOf), priceState },
  }
}

function changesOf(
  rows: readonly ChosenRow<CustomerItem>[],
  { creates, updates, existing, groups }: WrittenCustomers,
): RecordChange[] {
  const old = new Map(existing.map(({ id, values }) => [id, values]))
  const about = ({ id, row, values }: PlannedCustomer) => ({
    line: rows[row]!.line,
    recordId: id,
    shownOn: id,
    label: values.account_code ?? '–',
    name: values.name,
    title: values.name,
  })
  const created = creates.map((one): RecordChange => {
    const shown = differences(fieldsOf(NEW_CUSTOMER), fieldsOf(one.values), groups)
    return { ...about(one), kind: 'created', changes: {}, shown, before: null }
  })
  const changed = updates.map((one): RecordChange => {
    const before = old.get(one.id)!
    const changes = differences(fieldsOf(before), fieldsOf(one.values), groups)
    return { ...about(one), kind: 'updated', changes, before }
  })
  return [...created, ...changed]
}
