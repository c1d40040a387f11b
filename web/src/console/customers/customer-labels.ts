import type { operations } from '../../shared/app-api.d.ts'

/** What can be changed of a customer. */
export type Values = Required<
  Omit<
    operations['editCustomer']['requestBody']['content']['application/json'],
    'version' | 'addresses' | 'openBalance'
  >
>
export type FieldName = keyof Values

/** How pages name each field. */
export const FIELD_LABELS: Record<FieldName, string> = {
  name: 'Name',
  accountCode: 'Account code',
  email: 'E-mail',
  phone: 'Phone',
  contactName: 'Contact name',
  paymentTermsDays: 'Payment terms',
  creditLimit: 'Credit limit',
  minOrderValue: 'Minimum order value',
  poRequired: 'PO required',
  notes: 'Notes',
  active: 'Active',
}

export const FIELD_NAMES = Object.keys(FIELD_LABELS) as FieldName[]
