import { readEditablePortal, updatePortalSettings } from '../../server/src/portal/portal-settings.ts'
import type { TestService } from './service.ts'
import { done } from './given.ts'
import type { TestBuyer } from './buyer.ts'
import { givenSignedInBuyer } from './buyer.ts'
import { orderingShop } from './order.ts'

/** A shop whose buyers may invite: one who may order, and one who may only prepare. */
export async function givenColleagues(service: TestService) {
  const { workspace, customerId } = await orderingShop(service)
  const settings = await readEditablePortal(workspace.context)
  await updatePortalSettings(workspace.context, { ...settings, allowColleagues: true })
  const chief = await givenSignedInBuyer(service, workspace, customerId, { name: 'Cy Chief' })
  const helper = await givenSignedInBuyer(service, workspace, customerId, { name: 'Hal Helper', order_limit: 0 })
  return { workspace, customerId, chief, helper }
}

/** Two lines in the basket of a buyer. */
export const fill = (buyer: TestBuyer) =>
  done(
    buyer.post('/basket/lines', {
      lines: [
        { sku: 'PLATE', qty: 2 },
        { sku: 'BOWL', qty: 1 },
      ],
    }),
  )

/** Asks for an approval of what is in the basket of a buyer. */
export const tryAsking = async (buyer: TestBuyer) => {
  const { token } = await done(buyer.get('/basket'))
  return buyer.post('/approval-requests', { token: token ?? 'none' })
}

/** Two lines for which a buyer asks for an approval: the path of the request. */
export async function request(buyer: TestBuyer): Promise<string> {
  const { basket } = await fill(buyer)
  await done(tryAsking(buyer))
  return `/approval-requests/${basket.token}`
}

/** Approves a request as it is shown. */
export async function approve(approver: TestBuyer, path: string, more: object = {}) {
  const { basket } = await done(approver.get(path))
  return approver.post(`${path}/order`, { ...seen(basket), ...more })
}

/** What a basket showed, to order it. */
export const seen = ({ token, lines }: any) => ({
  token,
  lines: lines.map(({ productId, qty, price }: any) => ({ productId, qty, unit: price.unit })),
})
