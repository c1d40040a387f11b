import { z } from 'zod'
import { editCustomers } from '../../pricing/terms/edit-customers.ts'
import { addPriceGroup } from '../../pricing/terms/add-price-group.ts'
import { listPriceGroups } from '../../pricing/terms/list-price-groups.ts'
import { previewMembership } from '../../pricing/terms/moves-of-membership.ts'
import { previewGroupRemoval, removePriceGroup } from '../../pricing/terms/remove-price-group.ts'
import { renamePriceGroup } from '../../pricing/terms/rename-price-group.ts'
import { findCustomer } from '../../customers/find-customer.ts'
import { reference, text } from '../../lib/text-input.ts'
import { customer, name, ok, operation, requireYes, workspaceId, yes } from './operation.ts'

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
