import { formatMoney, moneyText, parseMoney } from '../../shared/money.tsx'
import { throwProblems } from '../../shared/use-submit.ts'
import type { Customer } from './customer-queries.ts'
import { keysOf } from '../../shared/keys-of.ts'

/** What the form of a customer holds, as typed. */
export type Fields = {
  name: string
  accountCode: string
  email: string
  phone: string
  contactName: string
  paymentTermsDays: string
  creditLimit: string
  poRequired: boolean
  notes: string
  active: boolean
}

/** How the fields are called on the page. */
export const FIELD_NAMES: Record<keyof Fields, string> = {
  name: 'Name',
  accountCode: 'Account code',
  email: 'E-mail',
  phone: 'Phone',
  contactName: 'Contact',
  paymentTermsDays: 'Payment terms',
  creditLimit: 'Credit limit',
  poRequired: 'PO required',
  notes: 'Notes',
  active: 'Active',
}

const NAMES = keysOf(FIELD_NAMES)

export function fieldsOf(customer: Customer, currency: string): Fields {
  return {
    name: customer.name,
    accountCode: customer.accountCode ?? '',
    email: customer.email ?? '',
    phone: customer.phone ?? '',
    contactName: customer.contactName ?? '',
    paymentTermsDays: customer.paymentTermsDays?.toString() ?? '',
    creditLimit: moneyText(customer.creditLimit, currency),
    poRequired: customer.poRequired,
    notes: customer.notes ?? '',
    active: customer.active,
  }
}

/** The names of the fields that differ. */
export function differing(a: Fields, b: Fields): (keyof Fields)[] {
  return NAMES.filter((name) => a[name] !== b[name])
}

/** What is typed, as the service takes it; an empty field clears. Throws FieldProblems. */
export function readFields(fields: Fields, currency: string) {
  const days = fields.paymentTermsDays.trim()
  const credit = parseMoney(fields.creditLimit, currency)
  throwProblems({
    name: fields.name.trim() === '' ? 'Give the customer a name.' : undefined,
    paymentTermsDays: /^\d{0,4}$/.test(days) ? undefined : 'Write a whole number of days, such as 30.',
    creditLimit: credit.problem,
  })
  return {
    name: fields.name,
    accountCode: fields.accountCode.trim() || null,
    email: fields.email.trim() || null,
    phone: fields.phone.trim() || null,
    contactName: fields.contactName.trim() || null,
    paymentTermsDays: days === '' ? null : Number(days),
    creditLimit: credit.value ?? null,
    poRequired: fields.poRequired,
    notes: fields.notes.trim() || null,
    active: fields.active,
  }
}

/** Only those fields. */
export function changesOf(
  values: ReturnType<typeof readFields>,
  names: readonly (keyof Fields)[],
): Partial<ReturnType<typeof readFields>> {
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}

/** What differs between two versions of a customer, a line for each field. */
export function writtenOut(before: Customer, after: Customer, currency: string): string[] {
  return NAMES.filter((name) => before[name] !== after[name]).map(
    (name) => `${FIELD_NAMES[name]}: ${shown(after, name, currency)} (it was ${shown(before, name, currency)})`,
  )
}

function shown(customer: Customer, name: keyof Fields, currency: string): string {
  if (name === 'creditLimit') return formatMoney(customer.creditLimit, currency)
  const value = customer[name]
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null ? 'empty' : String(value)
}
