import { z } from 'zod'
import { AddressItem, CustomerItem, Buyer, Customer, DiscountRule } from '../v1/customers.ts'
import { termsHistory } from '../../workspaces/activity/terms-history.ts'
import { addCustomer, deleteCustomer, editCustomer } from '../../customers/edit-customer.ts'
import { listCustomerCodes, setCustomerCodes } from '../../catalogue/customer-codes.ts'
import { CodesSet, CustomerCode, SentCodes } from '../v1/customer-codes.ts'
import { listContacts } from '../../customers/contacts.ts'
import { browseCustomers, CUSTOMER_ORDERS } from '../../customers/browse-customers.ts'
import { envelope, page, pageOf, pageParameters, nextOffsetField, pricedEnvelope } from '../../http/envelope.ts'
import { list, optionalFlag, optionalWord } from '../../http/input.ts'
import { MAX_ADDRESSES } from '../../shared/limits.ts'
import { OF_CUSTOMER, operationsOf } from './operation.ts'
import type { RoutePlugin } from './operation.ts'
import { done, Done } from '../common-schemas.ts'
import { readCustomerForStaff } from '../../pricing/customer-terms.ts'
import { editCustomers, previewMembership } from '../../pricing/terms/group-members.ts'
import { PriceImpact } from './price-change-schema.ts'
import { UndoableEntry } from './undo-schema.ts'
import { optionalText } from '../../lib/text-input.ts'
import { requireRight } from '../../workspaces/caller.ts'
import { Order } from '../v1/orders.ts'
import { readCustomerStory, orderFigures } from '../../orders/customer-story.ts'
import { asCustomer } from '../../portal/buyer-context.ts'
import { readStopped, readUsual } from '../../portal/usual.ts'
import { STOPPED_IN_WORDS } from '../../shared/stopped-buying.ts'
import { UsualProduct } from '../portal/usual.ts'
import { Credit } from './order-placing.ts'

const version = z
  .string()
  .meta({ description: 'What a save sends back. It is refused if somebody else has changed something since.' })

const MAX_QUERY = 254
const MAX_ID = 36
const MAX_IDS = 1_000
const MAX_TERMS_DAYS = 3_650

/** What customers are filtered by, as query parameters. */
export const customerFilter = {
  q: optionalText(MAX_QUERY).describe('Words: each a part of the name, the account code or the e-mail.'),
  active: optionalFlag(),
  group: optionalText(MAX_ID).describe('Id of a price group; `none`: customers that belong to none.'),
  contact: optionalText(MAX_ID).describe('Id of a member of the staff; `none`: customers without a contact.'),
}

const contact = z
  .object({ id: z.uuid(), name: z.string(), email: z.string() })
  .nullable()
  .meta({ description: 'Who of the staff looks after the customer.' })

const CustomerRow = Customer.extend({
  contact,
  discountCount: z.int(),
  agreedPriceCount: z.int().meta({ description: 'Past and future ones too.' }),
  buyerCount: z.int(),
  lastOrderAt: z.iso.datetime().nullable(),
  turnover: z.int().meta({ description: 'Of twelve months, in minor units before tax, without cancelled orders.' }),
}).meta({ id: 'CustomerRow', description: 'A customer in the list, with the number of its terms and buyers.' })

const EditableCustomer = Customer.extend({ version }).meta({ id: 'EditableCustomer' })

const CustomerForStaff = EditableCustomer.extend({
  contact,
  discountRules: z.array(DiscountRule),
  buyers: z.array(Buyer),
  agreedPriceCount: z.int(),
}).meta({ id: 'CustomerForStaff', description: 'A customer as staff see it. Its agreed prices are listed apart.' })

const CustomerEdit = CustomerItem.omit({ group: true })
  .partial()
  .extend({
    version: z.string({ error: 'Is required.' }),
    // What came by the API comes on top of what staff and buyers added.
    addresses: list(AddressItem, { min: 0, max: 2 * MAX_ADDRESSES }).optional(),
  })
  .meta({ id: 'CustomerEdit', description: 'A field that is left out keeps its value. Null clears it.' })

const ChosenCustomers = z.union([
  z.object({ ids: z.array(z.uuid('Must be the id of a customer.')).min(1).max(MAX_IDS) }),
  z.object({
    filter: z.object({
      q: customerFilter.q,
      active: z.boolean().optional(),
      group: customerFilter.group,
      contact: customerFilter.contact,
    }),
    expected: z.int().min(0).describe('The number of customers that was shown.'),
  }),
])

const group = optionalText(200).nullable().describe('Id or name of a price group. Null: none.')

const MembershipToPreview = z.object({
  customers: ChosenCustomers,
  group: group.transform((name) => name ?? null),
})

const EditOfCustomers = z.object({
  customers: ChosenCustomers,
  change: z.discriminatedUnion('field', [
    z.object({ field: z.literal('group'), value: group.transform((name) => name ?? null) }),
    z.object({ field: z.literal('active'), value: z.boolean({ error: 'Must be true or false.' }) }),
    z.object({
      field: z.literal('paymentTermsDays'),
      value: z.int().min(0).max(MAX_TERMS_DAYS).nullable().describe('Days until an invoice is due. Null: not set.'),
    }),
    z.object({
      field: z.literal('contact'),
      value: z.uuid('Must be the id of a member.').nullable().describe('Id of a member of the staff. Null: none.'),
    }),
  ]),
  seenMoves: PriceImpact.optional().describe('What the editor saw of the effect. Another one is a conflict.'),
})

const EditedCustomers = z
  .object({
    found: z.int().meta({ description: 'Customers that were chosen.' }),
    changed: z.int().meta({ description: 'Those that had another value.' }),
    undo: z
      .uuid()
      .nullable()
      .meta({ description: 'Undoes it, for a day. Null if nothing changed, and for a contact.' }),
  })
  .meta({ id: 'EditedCustomers' })

const MAX_PAGE = 100

const operation = operationsOf('Customers')
const params = z.object({ id: z.string() })

export const customerRoutes: RoutePlugin = async (app) => {
  app.get(
    '/customers',
    operation('browseCustomers', 'Customers, with the number of all that match', {
      right: 'read',
      own: 'lists',
      querystring: z.object({
        ...customerFilter,
        sort: optionalWord(CUSTOMER_ORDERS).describe('By name, if left out.'),
        descending: optionalFlag(),
        ...pageParameters(MAX_PAGE),
      }),
      answer: pageOf(CustomerRow).extend({ total: z.int() }),
    }),
    async ({ workspace, query: { sort = 'name', descending = false, ...query } }) => {
      const { customers, total } = await browseCustomers(workspace, { ...query, sort, descending })
      const ids = customers.map(({ id }) => id)
      const figures = await orderFigures(workspace, ids)
      return {
        ...page(
          customers.map((customer) => ({ ...customer, ...figures.get(customer.id)! })),
          query,
        ),
        total,
      }
    },
  )

  app.get(
    '/contacts',
    operation('listContacts', 'The staff by name: those who may be the contact of a customer', {
      right: 'read',
      own: 'open',
      answer: envelope(z.array(z.object({ id: z.uuid(), name: z.string() }))),
    }),
    async ({ workspace }) => ({ data: await listContacts(workspace) }),
  )

  app.get(
    '/customers/:id',
    operation('readCustomerForStaff', 'One customer with its discounts and buyers', {
      right: 'read',
      own: OF_CUSTOMER,
      // That a buyer was here changes nothing else of the workspace.
      config: { taggedByContent: true },
      params,
      answer: envelope(CustomerForStaff),
    }),
    async ({ workspace, params }) => ({ data: await readCustomerForStaff(workspace, params.id) }),
  )

  app.post(
    '/customers',
    operation('addCustomer', 'Add a customer', {
      right: 'customers',
      body: CustomerItem,
      answer: envelope(z.object({ id: z.uuid() })),
    }),
    async ({ workspace, body }) => ({ data: await addCustomer(workspace, body) }),
  )

  app.post(
    '/customers/price-moves',
    operation('previewMembership', 'What another price group would do to the prices of customers', {
      right: 'terms',
      own: 'refused',
      config: { scope: 'read' },
      body: MembershipToPreview,
      answer: envelope(PriceImpact),
    }),
    async ({ workspace, body }) => ({ data: await previewMembership(workspace, body) }),
  )

  app.post(
    '/customers/bulk',
    operation('editCustomers', 'Change one field of many customers', {
      right: ['customers', 'terms'],
      own: 'refused',
      config: { kind: 'heavy' },
      body: EditOfCustomers,
      answer: envelope(EditedCustomers),
    }),
    async ({ workspace, body }) => {
      requireRight(workspace, body.change.field === 'group' ? 'terms' : 'customers')
      return { data: await editCustomers(workspace, body) }
    },
  )

  app.patch(
    '/customers/:id',
    operation('editCustomer', 'Change fields of a customer', {
      right: ['customers', 'buyers'],
      own: OF_CUSTOMER,
      params,
      body: CustomerEdit,
      answer: envelope(EditableCustomer),
    }),
    async ({ workspace, params, body }) => {
      const { version: _, addresses, ...others } = body
      if (addresses !== undefined) requireRight(workspace, 'buyers')
      if (Object.values(others).some((value) => value !== undefined)) requireRight(workspace, 'customers')
      return { data: await editCustomer(workspace, { ...body, id: params.id }) }
    },
  )

  app.delete(
    '/customers/:id',
    operation('deleteCustomer', 'Delete a customer with its terms and buyers', {
      right: 'deletions',
      config: { fresh: true },
      params: z.object({ id: z.uuid() }),
      answer: Done,
    }),
    async ({ workspace, params }) => done(deleteCustomer(workspace, { customer: params.id })),
  )

  app.get(
    '/customers/:id/codes',
    operation('listPartNumbers', "The customer's own part numbers", {
      right: 'read',
      own: OF_CUSTOMER,
      params,
      querystring: z.object(pageParameters(MAX_PAGE)),
      answer: pageOf(CustomerCode),
    }),
    async ({ workspace, params, query }) =>
      page(await listCustomerCodes(workspace, { ...query, customer: params.id }), query),
  )

  app.put(
    '/customers/:id/codes',
    operation('setPartNumbers', "Set some of the customer's own part numbers", {
      right: 'customers',
      own: OF_CUSTOMER,
      params,
      body: z.object({ codes: SentCodes }),
      answer: envelope(CodesSet),
    }),
    async ({ workspace, params, body }) => ({
      data: await setCustomerCodes(workspace, { ...body, customer: params.id }),
    }),
  )

  app.get(
    '/customers/:id/history',
    operation('readCustomerHistory', 'What happened to a customer, its terms and its buyers, newest first', {
      right: 'read',
      own: OF_CUSTOMER,
      params,
      querystring: z.object(pageParameters(MAX_PAGE)),
      answer: pageOf(UndoableEntry),
    }),
    async ({ workspace, params, query }) => {
      const { id } = await readCustomerForStaff(workspace, params.id)
      return page(await termsHistory(workspace, 'customerId', { ...query, id }), query)
    },
  )
}

const CustomerStory = z
  .object({
    lastOrder: Order.nullable().meta({ description: 'The newest order, whatever became of it.' }),
    openOrders: z.array(Order).meta({ description: 'The newest ones of each status. `credit` has their number.' }),
    credit: Credit,
  })
  .meta({ id: 'CustomerStory', description: 'What a customer orders, and how it stands.' })

const StoppedProduct = UsualProduct.omit({ isDue: true })
  .extend({
    orders: z.int().meta({ description: 'How many orders have it.' }),
    everyDays: z.int().meta({ description: 'The mean number of days between two of them.' }),
  })
  .meta({ id: 'StoppedProduct', description: `A product that a customer has stopped ordering. ${STOPPED_IN_WORDS}` })

const querystring = z.object(pageParameters(MAX_PAGE))

/** What a customer orders, for the customer's page and for orders by phone. */
export const customerStoryRoutes: RoutePlugin = async (app) => {
  app.get(
    '/customers/:id/story',
    operation('readCustomerStory', 'The last and the open orders of a customer, and its credit', {
      right: 'read',
      own: OF_CUSTOMER,
      params,
      answer: envelope(CustomerStory),
    }),
    async ({ workspace, params }) => ({ data: await readCustomerStory(await asCustomer(workspace, params.id)) }),
  )

  app.get(
    '/customers/:id/usual',
    operation('readCustomerUsual', 'What a customer orders, as its buyers see it', {
      right: 'read',
      own: OF_CUSTOMER,
      params,
      querystring,
      answer: pricedEnvelope(z.array(UsualProduct)).extend(nextOffsetField),
    }),
    async ({ workspace, params, query, currency }) => ({
      ...page(await readUsual(await asCustomer(workspace, params.id), query), query),
      currency,
    }),
  )

  app.get(
    '/customers/:id/stopped',
    operation('readCustomerStopped', 'What a customer has stopped ordering, what was ordered latest first', {
      right: 'read',
      own: OF_CUSTOMER,
      // A product is stopped by time alone.
      config: { uncached: true },
      params,
      querystring,
      answer: pricedEnvelope(z.array(StoppedProduct)).extend(nextOffsetField),
    }),
    async ({ workspace, params, query, currency }) => ({
      ...page(await readStopped(await asCustomer(workspace, params.id), query), query),
      currency,
    }),
  )
}
