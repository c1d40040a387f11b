import { formatMoney, moneyText, parseMoney } from '../../shared/money.ts'
import { throwProblems } from '../../shared/form.tsx'
import { FIELD_LABELS, FIELD_NAMES } from './customer-labels.ts'
import type { FieldName, Values } from './customer-labels.ts'
import type { Customer } from './customer-queries.ts'
import { MAX_CREDIT_LIMIT } from '../../../../server/src/shared/limits.ts'
import { readQuantity } from '../../../../server/src/shared/order-quantity.ts'

/** What the form of a customer holds, as typed. */
type Fields = { [Name in FieldName]: Values[Name] extends boolean ? boolean : string }

export function fieldsOf(customer: Customer, currency: string): Fields {
  return {
    ...(Object.fromEntries(FIELD_NAMES.map((name) => [name, customer[name] ?? ''])) as Fields),
    paymentTermsDays: customer.paymentTermsDays?.toString() ?? '',
    creditLimit: moneyText(customer.creditLimit, currency),
    minOrderValue: moneyText(customer.minOrderValue, currency),
  }
}

/** The names of the fields that differ. */
export function differing(a: Fields, b: Fields): FieldName[] {
  return FIELD_NAMES.filter((name) => a[name] !== b[name])
}

/** What is typed, as the service takes it; an empty field clears. Throws FieldProblems. */
export function readFields(fields: Fields, currency: string): Values {
  const typedDays = fields.paymentTermsDays.trim()
  const days = typedDays === '' ? null : readQuantity(typedDays, { least: 0, most: 9_999 })
  const credit = parseMoney(fields.creditLimit, currency, { max: MAX_CREDIT_LIMIT })
  const minimum = parseMoney(fields.minOrderValue, currency, { max: MAX_CREDIT_LIMIT })
  throwProblems({
    name: fields.name.trim() === '' ? 'Give the customer a name.' : undefined,
    paymentTermsDays: days?.reason && 'Write a whole number of days, such as 30.',
    creditLimit: credit.problem,
    minOrderValue: minimum.problem,
  })
  const typed = FIELD_NAMES.map((name) => {
    const value = fields[name]
    return [name, typeof value === 'string' ? value.trim() || null : value]
  })
  return {
    ...(Object.fromEntries(typed) as Values),
    paymentTermsDays: days?.value ?? null,
    creditLimit: credit.value ?? null,
    minOrderValue: minimum.value ?? null,
  }
}

/** Only those fields. */
export function changesOf(values: Values, names: readonly FieldName[]): Partial<Values> {
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}

/** What differs between two versions of a customer, a line for each field. */
export function writtenOut(before: Customer, after: Customer, currency: string): string[] {
  return FIELD_NAMES.filter((name) => before[name] !== after[name]).map(
    (name) => `${FIELD_LABELS[name]}: ${shown(after, name, currency)} (it was ${shown(before, name, currency)})`,
  )
}

function shown(customer: Customer, name: FieldName, currency: string): string {
  if (name === 'creditLimit' || name === 'minOrderValue') return formatMoney(customer[name], currency)
  const value = customer[name]
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null ? 'empty' : String(value)
}
