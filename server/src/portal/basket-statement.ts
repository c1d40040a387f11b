import type { WorkspaceContext } from '../context.ts'
import { nameInMail } from '../jobs/mail/plain-words.ts'
import type { Statement } from '../jobs/mail/statement.ts'
import { stateOrder } from '../orders/order-statement.ts'
import { addressInWords, dayInWords } from '../shared/where-and-when.ts'
import { moneyOf } from '../workspaces/money-of.ts'
import type { Workspace } from '../workspaces/workspaces.ts'
import type { readBasket } from './read-basket.ts'

/** A basket in which every line can be ordered, as mails show it: in the way of orders. */
export function basketStatement(
  { actor }: WorkspaceContext,
  basket: Awaited<ReturnType<typeof readBasket>>,
  { taxLabel, ...workspace }: Workspace,
): Statement {
  const address = basket.delivery.addresses.find(({ id }) => id === basket.deliverTo)
  return stateOrder(
    {
      facts: [
        ['Asked by', nameInMail(actor.name)],
        ['PO number', basket.poNumber],
        ['Cost centre', basket.costCentre],
        ['Deliver to', address && addressInWords(address)],
        ['Wanted on', basket.wantedOn && dayInWords(basket.wantedOn)],
        ['Note', basket.note],
      ],
      lines: basket.lines.map(({ picture, price, ...line }) => ({
        ...line,
        price: price!,
        picture: picture?.image?.digest ?? null,
      })),
      totals: basket,
      whole: 'the page',
    },
    moneyOf(workspace),
    taxLabel,
  )
}
