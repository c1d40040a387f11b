import { z } from 'zod'
import { CUSTOMER_CODE, listCustomerCodes, setCustomerCodes } from '../../catalogue/customer-codes.ts'
import type { CustomerCode as CustomerCodeRow } from '../../catalogue/customer-codes.ts'
import { envelope, page, pageOf, pageParameters } from '../../http/envelope.ts'
import { list } from '../../http/input.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import { anyText, reference, text } from '../../lib/text-input.ts'
import { PRODUCT_FIELDS } from '../../shared/product-fields.ts'

export const CustomerCode = z
  .object({
    productId: z.uuid(),
    sku: z.string().meta({ examples: ['HOL-1042'] }),
    name: z.string().meta({ description: 'Name of the product.', examples: ['Azure dinner plate 26 cm'] }),
    code: z.string().meta({ examples: ['CL-PLATE-26'] }),
  } satisfies Record<keyof CustomerCodeRow, z.ZodType>)
  .meta({ id: 'CustomerCode', description: "A customer's own part number for a product." })

export const SentCodes = list(
  z.object(
    {
      sku: text(PRODUCT_FIELDS.sku.max),
      // Required, as a misspelled name would remove the number.
      code: anyText(CUSTOMER_CODE)
        .nullable()
        .transform((code) => code || null)
        .meta({ description: 'Unique for the customer, ignoring case. Null or blank removes it.' }),
    },
    { error: 'Must be an object.' },
  ),
  { min: 1, max: 100 },
)

export const CodesSet = z
  .object({
    set: z.int().meta({ description: 'Numbers that are new or differ.', examples: [1] }),
    removed: z.int().meta({ examples: [0] }),
  })
  .meta({ id: 'CustomerCodesSet' })

const customer = reference().describe('A customer, by id or account code (ignoring case).')

const SetCodes = z
  .object({ customer, codes: SentCodes }, { error: 'Must be a JSON object with "customer" and "codes".' })
  .meta({ id: 'SetCustomerCodes' })

const operation = operationsOf('Customers')

export const customerCodeRoutes: RoutePlugin = async (app) => {
  app.get(
    '/customer-codes',
    operation('listCustomerCodes', "A customer's own part numbers", {
      description: 'Sorted by the part number. Buyers of the customer find and order products by them.',
      querystring: z.object({ customer, ...pageParameters(100) }),
      answer: pageOf(CustomerCode).meta({ id: 'CustomerCodeList' }),
    }),
    async ({ workspace, query }) => page(await listCustomerCodes(workspace, query), query),
  )

  app.put(
    '/customer-codes',
    operation('setCustomerCodes', "Set up to 100 of a customer's own part numbers", {
      config: { scope: 'write' },
      description:
        'Atomic and idempotent; what is not named stays. A product has one number for a customer. A number that stands ' +
        'for another product is refused, unless the same call gives that product another one, or null.',
      body: SetCodes,
      answer: envelope(CodesSet),
    }),
    async ({ workspace, body }) => ({ data: await setCustomerCodes(workspace, body) }),
  )
}
