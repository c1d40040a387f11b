import type { CustomerItem } from '../../customers/plan-customers.ts'
import { guessFields } from '../../spreadsheets/fields.ts'
import type { ImportKind } from '../import-kind.ts'
import { compareCustomers } from './compare-customers.ts'
import { CUSTOMER_FIELD_SET, customerReader } from './customer-reader.ts'
import { intactCustomerRows, undoCustomers, undoneCustomerMoves, writeCustomerRows } from './write-customer-rows.ts'

/** Customers with the terms of their accounts, as a bulk call takes them. */
export const customerKind: ImportKind<CustomerItem> = {
  fields: CUSTOMER_FIELD_SET,
  holds: { creditLimit: 'money', openBalance: 'money', paymentTermsDays: 'number' },
  identifying: ['name', 'accountCode', 'email'],
  otherColumns: 'ignore',
  versioned: 'customer',
  fitOf: (header) => {
    const found = guessFields(CUSTOMER_FIELD_SET, header)
    if (!found.has('name')) return 0
    const own = [...found.keys()].filter((field) => !['name', 'notes', 'active'].includes(field))
    return own.length > 1 ? 2.5 : own.length * 1.5
  },
  reader: customerReader,
  comparer: compareCustomers,
  write: writeCustomerRows,
  intact: intactCustomerRows,
  undoneMoves: undoneCustomerMoves,
  undo: undoCustomers,
}
