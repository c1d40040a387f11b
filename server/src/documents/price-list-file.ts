import { findCustomer } from '../customers/find-customer.ts'
import type { CustomerContext } from '../portal/buyer-context.ts'
import { priceListCsv } from './price-list-csv.ts'
import { priceListPdf } from './price-list-pdf.ts'
import { priceListXlsx } from './price-list-xlsx.ts'

const FORMATS = { csv: priceListCsv, xlsx: priceListXlsx, pdf: priceListPdf }

/** What a customer pays for each product, as a file that is made while it is read. Throws NotFound. */
export async function priceListFile(
  context: CustomerContext,
  format: keyof typeof FORMATS,
): Promise<AsyncIterable<string | Buffer>> {
  await findCustomer(context, context.customerId)
  return FORMATS[format](context)
}
