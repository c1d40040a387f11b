import { z } from 'zod'
import { Address, Buyer } from '../v1/customers.ts'
import { ORDER_MAILS } from '../../database/column-values.ts'
import { envelope } from '../../http/envelope.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import { after, done, Done } from '../common-schemas.ts'
import { chooseCustomer, setOwnMails } from '../../portal/own-customers.ts'
import { readOwnAccount } from '../../portal/read-buyer.ts'
import { readPortal } from '../../portal/read-portal.ts'

export const PortalSettings = z
  .object({
    showListPrices: z.boolean(),
    showCandidates: z.boolean().meta({ description: 'Shows the prices that do not apply, and why.' }),
    showAvailability: z.boolean(),
    allowNotes: z.boolean().meta({ description: 'Whether an order may have a note.' }),
    allowColleagues: z.boolean().meta({ description: 'Whether buyers may invite others of their customer.' }),
    comingDays: z
      .int()
      .meta({ description: 'How many days ahead buyers see a price that is scheduled or agreed. 0: not at all.' }),
    message: z.string().nullable().meta({ description: 'On top of every page.' }),
    address: z.string().nullable().meta({ description: 'Lines of text, on documents and in mails.' }),
    colour: z.string().meta({ description: 'As #rrggbb.' }),
  })
  .meta({ id: 'PortalSettings', description: 'How a wholesaler sets up its trade portal.' })

export const Logo = z
  .object({ path: z.string(), width: z.int(), height: z.int() })
  .nullable()
  .meta({ description: "The wholesaler's logo: its path, and the pixels that give its proportions." })

export const Portal = z
  .object({
    name: z.string().meta({ description: 'The name of the wholesaler.' }),
    currency: z.string().meta({ description: 'ISO 4217.' }),
    currencyDecimals: z.int(),
    timezone: z.string().meta({ description: 'IANA time zone.' }),
    taxLabel: z.string(),
    isSample: z.boolean(),
    takesOrders: z.boolean().meta({ description: 'False while everything can be read and nothing ordered.' }),
    settings: PortalSettings,
    logo: Logo,
    ownCustomers: z
      .array(z.object({ buyerId: z.uuid(), name: z.string() }))
      .meta({ description: 'Those whom the person may act for here, the present one among them.' }),
    customer: z.object({ name: z.string(), accountCode: z.string().nullable(), poRequired: z.boolean() }),
    me: z.object({
      id: z.uuid(),
      personId: z.uuid().nullable(),
      name: z.string(),
      email: z.string(),
      orderLimit: Buyer.shape.orderLimit,
      orderMails: z.enum(ORDER_MAILS).meta({ description: 'About which orders the buyer wants mails.' }),
      priceMails: z.boolean().meta({ description: 'Whether the buyer wants a weekly mail about changed prices.' }),
    }),
    hasOrdered: z.boolean().meta({ description: 'Whether the customer has ever ordered.' }),
    waiting: z.int().meta({ description: 'Requests of colleagues that the buyer may approve.' }),
  })
  .meta({ id: 'Portal', description: 'A trade portal, and who asks.' })

const OwnAccount = z
  .object({
    paymentTermsDays: z.int().nullable(),
    minOrderValue: z.int().nullable().meta({ description: 'The least subtotal of an order, in minor units.' }),
    credit: z
      .object({ limit: z.int(), left: z.int() })
      .nullable()
      .meta({ description: 'In minor units with tax; null where no limit counts.' }),
    addresses: z.array(Address),
    mayChangeAddresses: z.boolean(),
  })
  .meta({ id: 'OwnAccount', description: "On what terms the buyer's customer orders." })

const operation = operationsOf('Trade portal')

export const portalRoutes: RoutePlugin = async (app) => {
  app.get(
    '/portal',
    operation('readPortal', 'The portal, and who asks', { answer: envelope(Portal) }),
    async ({ buyer }) => ({ data: await readPortal(buyer) }),
  )

  app.get(
    '/account',
    operation('readOwnAccount', "The terms of the buyer's customer", { answer: envelope(OwnAccount) }),
    async ({ buyer }) => ({ data: await readOwnAccount(buyer) }),
  )

  app.put(
    '/mails',
    operation('setOwnMails', 'Which mails the buyer wants', {
      body: z
        .object({
          orderMails: z.enum(ORDER_MAILS, 'Must be own, all or none.'),
          priceMails: z.boolean('Must be true or false.'),
        })
        .meta({ id: 'OwnMails' }),
      answer: envelope(Portal),
    }),
    async ({ buyer, body }) => after(setOwnMails(buyer, body), () => readPortal(buyer)),
  )

  app.post(
    '/acting-for',
    operation('chooseCustomer', 'Act for another customer, where the person buys for several', {
      config: { anyBuyer: true },
      body: z.object({ buyerId: z.uuid('Must be an id.') }),
      answer: Done,
    }),
    async ({ buyer, body }) => done(chooseCustomer(buyer, body.buyerId)),
  )
}
