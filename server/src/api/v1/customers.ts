import { z } from 'zod'
import { listCustomers } from '../../customers/browse-customers.ts'
import { readCustomer } from '../../pricing/customer-terms.ts'
import { upsertCustomers } from '../../customers/upsert-customers.ts'
import { envelope, nextOffsetField, page, pageParameters, pricedEnvelope } from '../../http/envelope.ts'
import { optionalText, reference, text } from '../../lib/text-input.ts'
import { MAX_BODY_BYTES } from '../../http/create-server.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import type { CustomerField } from '../../customers/customer-fields.ts'
import { ADDRESS_SOURCES } from '../../database/column-values.ts'
import type { Address as AddressRow } from '../../database/column-values.ts'
import type { Customer as CustomerRow } from '../../customers/customer-rows.ts'
import { EMAIL, isEmail } from '../../shared/email.ts'
import { amount, list, optionalTime, wholeNumber } from '../../http/input.ts'
import { ADDRESS_LIMITS, MAX_ADDRESSES, MAX_CREDIT_LIMIT } from '../../shared/limits.ts'

const MAX_ROWS = 100
const MAX_TERMS_DAYS = 3_650

/** Longest value of each text field, in code points. */
const MAX = { accountCode: 64, name: 200, email: 254, phone: 60, contactName: 200, group: 200, notes: 4_000 }

export const Address = z
  .object({
    id: z.string().meta({ description: "Yours, or the service's where you sent none.", examples: ['MILL'] }),
    name: z.string().meta({ examples: ['Mill Road site'] }),
    lines: z.array(z.string()).meta({ examples: [['12 Mill Road']] }),
    postcode: z
      .string()
      .nullable()
      .meta({ examples: ['LS1 4AB'] }),
    city: z
      .string()
      .nullable()
      .meta({ examples: ['Leeds'] }),
    country: z
      .string()
      .nullable()
      .meta({ examples: ['United Kingdom'] }),
  } satisfies Record<keyof AddressRow, z.ZodType>)
  .meta({ id: 'Address', description: 'A delivery address of a customer.' })

const CustomerAddress = Address.extend({
  source: z.enum(ADDRESS_SOURCES).meta({
    description: 'Who added it. `PUT /customers` replaces those of the `api` only.',
    examples: ['api'],
  }),
}).meta({ id: 'CustomerAddress', description: 'A delivery address of a customer, with who added it.' })

export const AddressItem = z
  .object(
    {
      id: optionalText(ADDRESS_LIMITS.id).describe('Left out: that of the same address, else a new one.'),
      name: text(ADDRESS_LIMITS.name),
      lines: list(text(ADDRESS_LIMITS.line), { min: 1, max: ADDRESS_LIMITS.lines }),
      postcode: orNull(ADDRESS_LIMITS.postcode),
      city: orNull(ADDRESS_LIMITS.city),
      country: orNull(ADDRESS_LIMITS.country),
    },
    { error: 'Must be an object.' },
  )
  .meta({ id: 'AddressItem' })

export const PriceGroup = z
  .object({ id: z.uuid(), name: z.string().meta({ examples: ['Gold'] }) })
  .meta({ id: 'PriceGroup', description: 'Customers of a price group share its discounts and agreed prices.' })

export const Customer = z
  .object({
    id: z.uuid(),
    accountCode: z
      .string()
      .nullable()
      .meta({ description: 'Unique in the workspace, ignoring case.', examples: ['CASTLE01'] }),
    name: z.string().meta({ examples: ['Castle Lane Cafés'] }),
    email: z
      .string()
      .nullable()
      .meta({ examples: ['orders@castlelane.example'] }),
    phone: z
      .string()
      .nullable()
      .meta({ examples: ['01632 960101'] }),
    contactName: z
      .string()
      .nullable()
      .meta({ examples: ['Isobel Grant'] }),
    paymentTermsDays: z
      .int()
      .nullable()
      .meta({ description: 'Days until an invoice is due.', examples: [30] }),
    creditLimit: z
      .int()
      .nullable()
      .meta({ description: 'Minor units. Null if no limit is set.', examples: [500_000] }),
    openBalance: z
      .int()
      .nullable()
      .meta({ description: 'What the customer owes, in minor units. Null if it is not known.', examples: [120_000] }),
    minOrderValue: z
      .int()
      .nullable()
      .meta({
        description:
          'The least subtotal of an order by its buyers, in minor units before tax. Null: that of its price group, ' +
          'else of the workspace. 0: none.',
        examples: [15_000],
      }),
    poRequired: z.boolean().meta({ description: 'True if orders need a purchase order number.' }),
    group: PriceGroup.nullable().meta({ description: 'The price group that it belongs to. Null: to none.' }),
    notes: z.string().nullable(),
    active: z.boolean().meta({ description: 'False if the account is closed.' }),
    addresses: z.array(CustomerAddress).meta({ description: 'Where orders of the customer can be delivered.' }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  } satisfies Record<keyof CustomerRow, z.ZodType>)
  .meta({ id: 'Customer', description: 'A customer, with the terms of its account.' })

export const DiscountRule = z
  .object({
    id: z.uuid(),
    appliesTo: z.enum(['all', 'brand', 'category']),
    brandId: z.uuid().nullable(),
    brand: z
      .string()
      .nullable()
      .meta({ examples: ['Hollin'] }),
    categoryId: z
      .uuid()
      .nullable()
      .meta({ examples: [null] }),
    category: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    discountBp: z.int().meta({ description: 'Basis points: 1250 means 12.5%.', examples: [1250] }),
    label: z
      .string()
      .meta({ description: 'The text that explains a price with this discount.', examples: ['12.5% off Hollin'] }),
    group: PriceGroup.nullable().meta({
      description: "The price group that gives it. Null: it is the customer's own.",
      examples: [null],
    }),
  })
  .meta({
    id: 'DiscountRule',
    description: 'A discount on the products of one brand, of one category, or on all products.',
  })

const AgreedPrice = z
  .object({
    id: z.uuid(),
    productId: z.uuid(),
    sku: z.string().meta({ examples: ['HOL-1042'] }),
    name: z.string().meta({ description: 'Name of the product.', examples: ['Azure dinner plate 26 cm'] }),
    unit: z.int().meta({ description: 'Price of one unit, in minor units.', examples: [2100] }),
    minQty: z.int().meta({ description: 'The smallest quantity that gets this price.', examples: [10] }),
    startsAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'The price applies from this time on. Null: it has no start.' }),
    endsAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'The price applies until just before this time. Null: it has no end.' }),
    label: z.string().meta({ description: 'The text that explains this price.', examples: ['Agreed price from 10'] }),
    group: PriceGroup.nullable().meta({
      description: "The price group that gives it. Null: it is the customer's own.",
      examples: [null],
    }),
  })
  .meta({
    id: 'AgreedPrice',
    description: 'A price agreed for one product. Past and future agreed prices are included.',
  })

export const Buyer = z
  .object({
    id: z.uuid(),
    name: z.string().meta({ examples: ['Isobel Grant'] }),
    email: z.string().meta({ examples: ['isobel@castlelane.example'] }),
    status: z.enum(['invited', 'active', 'disabled']).meta({ description: 'Only active buyers can order.' }),
    invitedAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime().nullable(),
    orderLimit: z
      .int()
      .nullable()
      .meta({
        description:
          'The largest subtotal of an order that the buyer may place alone, in minor units. Null: any. 0: none.',
        examples: [50_000],
      }),
    costCentre: z
      .string()
      .nullable()
      .meta({ description: 'Orders of the buyer say it.', examples: ['KITCHEN'] }),
  })
  .meta({ id: 'Buyer', description: 'A person who orders for the customer.' })

const CustomerWithTerms = Customer.extend({
  discountRules: z.array(DiscountRule).meta({
    description: 'In the order in which the price evaluation considers them: own ones, then those of the group.',
  }),
  agreedPrices: z
    .array(AgreedPrice)
    .meta({ description: 'Sorted by SKU, then by quantity; own ones before those of the group.' }),
  buyers: z.array(Buyer).meta({ description: 'Sorted by name.' }),
}).meta({ id: 'CustomerWithTerms', description: 'A customer with its discounts, agreed prices and buyers.' })

export const CustomerItem = z
  .object(
    {
      name: text(MAX.name),
      accountCode: optionalText(MAX.accountCode).nullable().describe('Finds the customer, ignoring case.'),
      email: optionalText(MAX.email)
        .refine((email) => email === undefined || isEmail(email), 'Must be one e-mail address.')
        .meta({ pattern: EMAIL.source })
        .nullable()
        .describe('One address. Finds the customer if the row has no code, or no customer has that code.'),
      phone: optionalText(MAX.phone).nullable(),
      contactName: optionalText(MAX.contactName).nullable(),
      paymentTermsDays: wholeNumber(0, MAX_TERMS_DAYS, { of: 'days' }).nullable().optional(),
      creditLimit: amount(MAX_CREDIT_LIMIT).nullable().optional().describe('Minor units.'),
      openBalance: wholeNumber(-MAX_CREDIT_LIMIT, MAX_CREDIT_LIMIT, { of: 'minor units' })
        .nullable()
        .optional()
        .describe('Minor units: what the customer owes. Below zero where it has paid ahead.'),
      minOrderValue: amount(MAX_CREDIT_LIMIT)
        .nullable()
        .optional()
        .describe('Minor units. Null: as its price group, else the workspace, has it. 0: none.'),
      poRequired: flag().describe('True if orders need a purchase order number. Default for a new customer: false.'),
      group: optionalText(MAX.group).nullable().describe('Name of a price group, ignoring case. Null: none.'),
      notes: optionalText(MAX.notes).nullable(),
      active: flag().describe('False closes the account. Default for a new customer: true.'),
      addresses: list(AddressItem, { min: 0, max: MAX_ADDRESSES })
        .optional()
        .describe(
          'Replaces the delivery addresses that came by the API. Those that staff and buyers added stay, and so do all if it is left out.',
        ),
    } satisfies Record<CustomerField, z.ZodType>,
    { error: 'Must be an object.' },
  )
  .meta({
    id: 'CustomerItem',
    description: 'A field that is left out or blank keeps its value. Null clears it.',
  })

const UpsertCustomers = z.object(
  { customers: list(CustomerItem, { min: 1, max: MAX_ROWS }).describe('Each row must be a different customer.') },
  { error: 'Must be a JSON object with "customers".' },
)

/** Text that may be left out; then it is null. */
function orNull(max: number) {
  return optionalText(max)
    .nullable()
    .transform((value) => value ?? null)
}

function flag() {
  return z.boolean({ error: 'Must be true or false.' }).optional()
}

const MAX_PAGE = 100

const UpsertResult = z
  .object({
    created: z.int().meta({ description: 'New customers.', examples: [2] }),
    updated: z.int().meta({ description: 'Customers that existed before the call, changed or not.', examples: [98] }),
  })
  .meta({ id: 'CustomerUpsertResult' })

const operation = operationsOf('Customers')

export const customerRoutes: RoutePlugin = async (app) => {
  app.get(
    '/customers',
    operation('listCustomers', 'List or search customers', {
      description:
        'Sorted by name. With `q`: the customers whose name, account code or e-mail starts with that text. With ' +
        '`updatedSince`: sorted by `updatedAt`, which no change of discounts, agreed prices or buyers moves.',
      querystring: z.object({
        q: optionalText(254).describe('The beginning of a name, account code or e-mail, ignoring case.'),
        updatedSince: optionalTime().describe(
          'ISO 8601. Only customers whose own fields have changed since; subtract a minute for calls that were under way.',
        ),
        ...pageParameters(MAX_PAGE),
      }),
      answer: pricedEnvelope(z.array(Customer)).extend(nextOffsetField).meta({ id: 'CustomerList' }),
    }),
    async ({ workspace, currency, query }) => ({ ...page(await listCustomers(workspace, query), query), currency }),
  )

  app.get(
    '/customers/:id([^]+)',
    operation('readCustomer', 'One customer with its terms and buyers', {
      // That a buyer was here changes nothing else of the workspace.
      config: { taggedByContent: true },
      description: 'The customer with its discounts, its agreed prices (past and future ones too) and its buyers.',
      params: z.object({ id: reference().describe('A customer, by id or account code (ignoring case).') }),
      answer: pricedEnvelope(CustomerWithTerms),
    }),
    async ({ workspace, currency, params }) => ({ data: await readCustomer(workspace, params.id), currency }),
  )

  app.put(
    '/customers',
    operation('upsertCustomers', 'Send up to 100 customers', {
      config: { scope: 'write', kind: 'heavy' },
      description:
        'Atomic: the service writes all rows or none. Idempotent: the same call again changes nothing. ' +
        'A row with an account code is the customer with that code. If no customer has the code, the row matches ' +
        'a customer without a code by e-mail, else by name. A row without a code matches by e-mail, else by name. ' +
        'The call is refused if a row matches several customers, or if several rows match one customer.',
      body: UpsertCustomers,
      bodyLimit: MAX_BODY_BYTES,
      answer: envelope(UpsertResult),
    }),
    async ({ workspace, body }) => ({ data: await upsertCustomers(workspace, body) }),
  )
}
