import type { TestService, TestWorkspace } from './service.ts'
import { givenMember } from './member.ts'
import { done, givenAgreedPrice, givenCustomer, givenDiscount, givenPriceGroup, idOf, item, send } from './given.ts'

export const CODES = ['QUAY', 'MILL', 'FARM']

/** Three customers, two products, and Gold with its terms: nobody is in it. */
export async function shop(service: TestService) {
  const workspace = await service.workspace()
  const staff = await givenMember(service, workspace, 'manager')
  await send(workspace, [
    item({ sku: 'A-1', brand: 'Denby', listPrice: 1_000 }),
    item({ sku: 'B-2', brand: 'Hollin', listPrice: 2_000 }),
  ])
  const customers: string[] = []
  for (const accountCode of CODES) customers.push(await givenCustomer(workspace, { accountCode }))
  const gold = await givenPriceGroup(workspace)
  await givenDiscount(workspace, { group: gold }, 1_250, { brandId: await idOf(workspace, 'brands', 'Hollin') })
  await givenAgreedPrice(workspace, { group: gold }, 'A-1', { unit: 800, minQty: 10 })
  return { workspace, staff, customers, gold }
}

export const priceOf = async ({ get }: TestWorkspace, code: string, sku: string, qty = 1) =>
  done(get(`/prices?customer=${code}&sku=${sku}&qty=${qty}`))
export const put = ({ put: send }: TestWorkspace, ...customers: object[]) => send('/customers', { customers })
export const named = (code: string, fields: object = {}) => ({ accountCode: code, name: 'Quay Café', ...fields })

export const operator = ({ context, id }: TestWorkspace) => ({ ...context, workspaceId: id })
