import type { WorkspaceContext } from '../context.ts'
import { hasEmail } from '../customers/email-of-buyer.ts'
import { addToBasket, describeBasket } from '../portal/change-basket.ts'
import { askForApproval } from '../portal/approval-requests.ts'
import { readBasket } from '../portal/read-basket.ts'
import { timeOf } from './moment.ts'
import type { Moment } from './moment.ts'
import { doneBy } from './story.ts'

/** Of a buyer with a limit, who asks her colleague for more. */
const ASKED: { email: string; at: Moment; poNumber: string; note: string; lines: Record<string, number> } = {
  email: 'tess@castlelane.example',
  at: [1, '17:20'],
  poNumber: 'CL-0419',
  note: 'For the opening of the terrace.',
  lines: { 'AM-PLT35': 4, 'AM-CP27-AZ': 48, 'KT-INS114': 6 },
}

/** Adds a request for approval. Prices must exist. */
export async function addRequest(context: WorkspaceContext): Promise<void> {
  const { id, name, customerId } = await context.db
    .selectFrom('buyer')
    .select(['id', 'name', 'customer_id as customerId'])
    .where('workspace_id', '=', context.workspaceId)
    .where(hasEmail('buyer', context.workspaceId, ASKED.email))
    .executeTakeFirstOrThrow()
  const asker = doneBy(context, { type: 'buyer', id, name }, timeOf(ASKED.at, context.clock()))
  const buyer = { ...asker, customerId, buyerId: id }
  await addToBasket(
    buyer,
    Object.entries(ASKED.lines).map(([sku, qty]) => ({ sku, qty })),
  )
  await describeBasket(buyer, { poNumber: ASKED.poNumber, note: ASKED.note })
  const { token } = await readBasket(buyer)
  await askForApproval(buyer, token!)
}
