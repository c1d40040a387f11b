import type { WorkspaceContext } from '../../context.ts'
import { fieldsOf } from '../../customers/customer-fields.ts'
import { differences } from '../../customers/editable-customer.ts'
import { forecastCustomers } from '../../customers/forecast-customers.ts'
import { NEW_CUSTOMER } from '../../customers/plan-customers.ts'
import type { CustomerItem } from '../../customers/plan-customers.ts'
import type { WrittenCustomers } from '../../customers/upsert-customers.ts'
import { InvalidInput } from '../../errors.ts'
import { movesOfMembership } from '../../price-groups/moves-of-membership.ts'
import { stateOfPrices } from '../../pricing/kinds-of-term.ts'
import type { ChosenRow, Comparer } from '../import-kind.ts'
import type { RejectedRow } from '../list-rejects.ts'
import { refusedRows } from '../reasons.ts'
import { CheckSummary } from '../check-summary.ts'
import { CUSTOMER_FIELD_SET } from './customer-reader.ts'

type Row = ChosenRow<CustomerItem>

/**
 * Compares customers as a bulk call would write them. Rows that match several are refused, as are several that match
 * one. Other price groups move prices.
 */
export function compareCustomers(context: WorkspaceContext): Comparer<CustomerItem> {
  const summary = new CheckSummary()
  const groupOf = new Map<string, string | null>()
  let priceState: string | undefined
  return {
    add: async (rows) => {
      if (rows.some(({ item }) => item.group !== undefined))
        priceState ??= await stateOfPrices(context, context.clock())
      const { forecast, fitting, rejected } = await forecastFitting(context, rows)
      const { groups } = forecast
      const before = new Map(forecast.existing.map(({ id, values }) => [id, values]))
      for (const { row, values } of forecast.creates) {
        const one = { line: fitting[row]!.line, label: values.account_code ?? '–', name: values.name }
        summary.created({ ...one, changes: differences(fieldsOf(NEW_CUSTOMER), fieldsOf(values), groups) })
      }
      for (const { id, row, values } of forecast.updates) {
        const one = { line: fitting[row]!.line, label: values.account_code ?? '–', name: values.name }
        summary.changed(one, differences(fieldsOf(before.get(id)!), fieldsOf(values), groups))
        if (values.group_id !== before.get(id)!.group_id) groupOf.set(id, values.group_id)
      }
      summary.unchanged(fitting.length - forecast.creates.length - forecast.updates.length)
      return rejected
    },
    summary: async () => ({
      ...summary.result(),
      ...(priceState !== undefined && { priceMoves: await movesOfMembership(context, groupOf), priceState }),
    }),
  }
}

/** Leaves out the rows that a call is refused for, until it would be taken. */
async function forecastFitting(
  context: WorkspaceContext,
  rows: readonly Row[],
): Promise<{ forecast: WrittenCustomers; fitting: readonly Row[]; rejected: RejectedRow[] }> {
  const rejected: RejectedRow[] = []
  for (let fitting = rows; ;) {
    try {
      const forecast = await forecastCustomers(
        context,
        fitting.map(({ item }) => item),
      )
      return { forecast, fitting, rejected }
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error
      const refused = refusedRows(CUSTOMER_FIELD_SET, error, fitting)
      rejected.push(...[...refused].map(([{ line, label }, reason]) => ({ line, label, reason })))
      fitting = fitting.filter((row) => !refused.has(row))
    }
  }
}
