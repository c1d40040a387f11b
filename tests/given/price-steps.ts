import { addPriceGroup } from '../../server/src/pricing/terms/price-groups.ts'
import type { TestService, TestWorkspace } from './service.ts'
import { item, send } from './given.ts'

export const SKUS = ['A-1', 'B-2']
const BRANDS = ['Denby', 'Hollin']
const GROUPS = ['Gold', 'Silver']

/** Products of two brands, two price groups, and the customer QUAY, in one of them. */
export async function shopInTime(service: TestService): Promise<TestWorkspace> {
  const workspace = await service.workspace()
  await send(
    workspace,
    SKUS.map((sku, i) => item({ sku, name: sku, brand: BRANDS[i], category: 'Plates' })),
  )
  for (const name of GROUPS) await addPriceGroup(workspace.context, { name })
  await workspace.put('/customers', { customers: [{ accountCode: 'QUAY', name: 'Quay Café', group: GROUPS[0] }] })
  return workspace
}

export const change = (workspace: TestWorkspace, sku: string, listPrice: number) =>
  send(workspace, [item({ sku, name: sku, listPrice })])
