import { runOperation } from '../../server/src/ops/all-operations.ts'
import type { OperationInput } from '../../server/src/ops/all-operations.ts'
import { done, givenCustomer, item, read, send } from './given.ts'
import type { TestService } from './service.ts'

/** A workspace with a product and a customer, and the operator's commands on them. */
export async function shop(service: TestService, options: { sku?: string } = {}) {
  const workspace = await service.workspace()
  await send(workspace, [item({ brand: 'Hollin', category: 'Tableware', ...options })])
  const customer = await givenCustomer(workspace, { accountCode: 'Quay-7' })
  const workspaceId = workspace.id
  type Fields<N extends Parameters<typeof runOperation>[1]> = Partial<OperationInput<N>>
  return {
    workspace,
    customer,
    discount: (on: OperationInput<'discount set'>['on'], discountBp: string, fields: Fields<'discount set'> = {}) =>
      runOperation(service.context, 'discount set', { workspaceId, customer: 'QUAY-7', on, discountBp, ...fields }),
    agree: (unit: string, fields: Fields<'agreed-price set'> = {}) =>
      runOperation(service.context, 'agreed-price set', {
        workspaceId,
        customer: 'quay-7',
        sku: 'den-1042',
        unit,
        ...fields,
      }),
    remove: (what: 'discount remove' | 'agreed-price remove', id: string) =>
      runOperation(service.context, what, { workspaceId, id, yes: true }),
    terms: () => done(workspace.get('/customers/Quay-7')),
    price: async (qty = 1) => (await read(workspace, 'DEN-1042', `?customer=Quay-7&qty=${qty}`)).price,
  }
}
