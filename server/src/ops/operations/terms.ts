import { z } from 'zod'
import { reference, text } from '../../lib/text-input.ts'
import { WHOLE_BP } from '../../shared/read-price.ts'
import { MAX_PRICE, MAX_QTY } from '../../shared/limits.ts'
import { removeAgreedPrice, setAgreedPrice } from '../../pricing/terms/set-agreed-price.ts'
import { previewDiscountRemoval } from '../../pricing/terms/preview-discount.ts'
import { removeDiscount, setDiscount } from '../../pricing/terms/discounts.ts'
import type { DiscountScope } from '../../pricing/terms/discounts.ts'
import {
  digits,
  idOf,
  moment,
  operation,
  owner,
  ownerOf,
  requireYes,
  workspaceId,
  yes,
  customer,
  name,
  ok,
} from './operation.ts'
import { editCustomers, previewMembership } from '../../pricing/terms/group-members.ts'
import {
  addPriceGroup,
  listPriceGroups,
  previewGroupRemoval,
  removePriceGroup,
  renamePriceGroup,
} from '../../pricing/terms/price-groups.ts'
import { findCustomer } from '../../customers/find-customer.ts'

const scope = z
  .object({
    brand: reference().optional().meta({ flags: '--brand <name>', description: 'on the products of a brand' }),
    category: reference().optional().meta({ flags: '--category <name>', description: 'on the products of a category' }),
    all: z.literal(true).optional().meta({ flags: '--all', description: 'on everything' }),
  })
  .transform(({ brand, category, all }, context): DiscountScope => {
    const given: DiscountScope[] = [
      ...(brand === undefined ? [] : [{ appliesTo: 'brand' as const, name: brand }]),
      ...(category === undefined ? [] : [{ appliesTo: 'category' as const, name: category }]),
      ...(all ? [{ appliesTo: 'all' as const }] : []),
    ]
    if (given.length !== 1) context.addIssue({ code: 'custom', message: 'Give one of brand, category and all.' })
    return given[0]!
  })

/** A time. A date alone means its midnight in UTC. */
const time = moment(
  z.union([z.iso.datetime({ offset: true }), z.iso.date()], 'Must be a time such as 2026-12-01T06:00:00Z.'),
)
  .refine((at) => at.getTime() > 0, 'Must be after 1970.')
  .nullable()
  .default(null)

export const TERMS_OPERATIONS = {
  'discount set': operation({
    description:
      'Give a customer or a price group a discount. It replaces an earlier one on the same brand, category or everything.',
    input: z.object({
      workspaceId,
      ...owner,
      on: scope,
      discountBp: digits(1, WHOLE_BP).meta({
        flags: '--bp <number>',
        description: 'basis points: 1250 means 12.5%',
      }),
    }),
    run: async (context, input) => setDiscount(context, { ...input, ...ownerOf(input) }),
    print: ({ id }) => `Set the discount ${id}.`,
  }),
  'discount remove': operation({
    description: 'Remove a discount.',
    input: z.object({ workspaceId, id: idOf('discount'), yes }),
    run: async (context, { id, yes }) => {
      await requireYes(yes, () => previewDiscountRemoval(context, id))
      return removeDiscount(context, { id })
    },
    print: (_, { id }) => `Removed the discount ${id}.`,
  }),
  'agreed-price set': operation({
    description: 'Agree a price with a customer or a price group. Prices for other quantities and times stay.',
    input: z.object({
      workspaceId,
      ...owner,
      sku: reference().meta({ flags: '--sku <sku>', description: 'stock code of the product' }),
      unit: digits(0, MAX_PRICE).meta({ flags: '--unit <amount>', description: 'price of one, in minor units' }),
      minQty: digits(1, MAX_QTY)
        .default(1)
        .meta({ flags: '--min-qty <number>', description: 'smallest quantity that gets this price (default: 1)' }),
      startsAt: time.meta({
        flags: '--starts-at <time>',
        description: 'first time, ISO 8601 (default: no start)',
      }),
      endsAt: time.meta({ flags: '--ends-at <time>', description: 'end time, excluded, ISO 8601 (default: no end)' }),
    }),
    run: async (context, input) => setAgreedPrice(context, { ...input, ...ownerOf(input) }),
    print: ({ id }) => `Set the agreed price ${id}.`,
  }),
  'agreed-price remove': operation({
    description: 'End an agreed price at once.',
    input: z.object({ workspaceId, id: idOf('agreed price') }),
    run: removeAgreedPrice,
    print: (_, { id }) => `Removed the agreed price ${id}.`,
  }),
}

const group = reference().meta({ flags: '<name>', description: 'name or id of the price group' })

export const PRICE_GROUP_OPERATIONS = {
  'group add': operation({
    description: 'Add a price group, such as Gold. Give it terms with "discount set" and "agreed-price set".',
    input: z.object({ workspaceId, name: name.describe('name') }),
    run: addPriceGroup,
    print: ({ id }, { name }) => `Added the price group ${name} (${id}).`,
  }),
  'group list': operation({
    description: 'List the price groups, with the numbers of their customers and terms.',
    input: z.object({ workspaceId }),
    run: listPriceGroups,
    print: (groups) => [
      ['NAME', 'CUSTOMERS', 'DISCOUNTS', 'AGREED PRICES', 'ID'],
      ...groups.map(({ id, name, customerCount, discountCount, agreedPriceCount }) => [
        name,
        ...[customerCount, discountCount, agreedPriceCount].map(String),
        id,
      ]),
    ],
  }),
  'group rename': operation({
    description: 'Give a price group another name.',
    input: z.object({
      workspaceId,
      group,
      to: text(200).meta({ flags: '--to <name>', description: 'new name' }),
    }),
    run: (context, { group, to }) => renamePriceGroup(context, { group, name: to }),
    print: (_, { group, to }) => `The price group "${group}" is now "${to}".`,
    json: ok,
  }),
  'group remove': operation({
    description: 'Remove a price group with its terms. Its customers belong to none then.',
    input: z.object({ workspaceId, group, yes }),
    run: async (context, { group, yes }) => {
      await requireYes(yes, () => previewGroupRemoval(context, { group }))
      return removePriceGroup(context, { group })
    },
    print: (_, { group }) => `Removed the price group ${group}.`,
    json: ok,
  }),
  'group join': operation({
    description: 'Put a customer into a price group, instead of the one that it is in.',
    input: z.object({ workspaceId, group, customer, yes }),
    run: (context, { group, customer, yes }) => move(context, { customer, group, yes }),
    print: (_, { group, customer }) => `The customer ${customer} is in the price group ${group}.`,
    json: ok,
  }),
  'group leave': operation({
    description: 'Take a customer out of its price group.',
    input: z.object({ workspaceId, customer, yes }),
    run: (context, { customer, yes }) => move(context, { customer, group: null, yes }),
    print: (_, { customer }) => `The customer ${customer} is in no price group.`,
    json: ok,
  }),
}

type Move = { customer: string; group: string | null; yes?: true | undefined }

async function move(context: Parameters<typeof previewMembership>[0], { customer, group, yes }: Move): Promise<void> {
  const customers = { ids: [(await findCustomer(context, customer)).id] }
  await requireYes(yes, () => previewMembership(context, { customers, group }))
  await editCustomers(context, { customers, change: { field: 'group', value: group } })
}
