import { Readable } from 'node:stream'
import { findCustomer } from '../customers/find-customer.ts'
import type { CustomerContext } from '../portal/buyer-context.ts'
import { priceListCsv } from './price-list-csv.ts'
import { priceListPdf } from './price-list-pdf.ts'
import { priceListXlsx } from './price-list-xlsx.ts'

/** What a customer pays for each product, as a file that is made while it is read. Throws NotFound. */
export async function priceListFile(context: CustomerContext, format: 'csv' | 'xlsx' | 'pdf'): Promise<Readable> {
  await findCustomer(context, context.customerId)
  if (format === 'pdf') return priceListPdf(context)
  return Readable.from(format === 'csv' ? priceListCsv(context) : priceListXlsx(context))
}
