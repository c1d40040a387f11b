import { expect } from 'vitest'
import { importAgreed, importCustomers, importDiscounts, importNewProducts, importProducts } from './file-acts.ts'
import { lookAround } from './looks.ts'
import { changeOrder, fillBasket, order, setMinimum } from './order-acts.ts'
import { agree, putProducts, removeAgreed, removeDiscount, setDiscount, settleChange } from './price-acts.ts'
import { orderQuote, sendQuote } from './quote-acts.ts'
import { changeGroups, changePlaces, deleteProduct, editCustomers, editProducts, undo } from './record-acts.ts'
import { COMING_DAYS, DAY_MS, Shop } from './shop.ts'
import type { Act } from './shop.ts'

/** What may happen next, and how often. */
const ACTS: [times: number, ...acts: Act[]][] = [
  [5, putProducts, agree],
  [4, setDiscount],
  [3, editProducts, undo],
  [2, settleChange, editCustomers, fillBasket, order, sendQuote, orderQuote, importProducts],
  [1, removeDiscount, removeAgreed, changeGroups, changePlaces, deleteProduct, changeOrder, setMinimum],
  [1, importNewProducts, importCustomers, importDiscounts, importAgreed],
]
const DRAWN = ACTS.flatMap(([times, ...acts]) => acts.flatMap((act) => Array<Act>(times).fill(act)))

/** The clock goes on: by minutes, by days, or to a moment at which a price turns, or just before or after it. */
function waitSome({ service, chance, state, now }: Shop, days: number): void {
  const turns = [...state.changes.map(({ at }) => at), ...state.agreed.flatMap(({ from, until }) => [from, until])]
  const ahead = turns.filter((time) => time !== null && time > now + 1 && time < now + COMING_DAYS * DAY_MS) as number[]
  if (ahead.length > 0 && chance.is(0.3)) service.later(chance.oneOf(ahead) - now + chance.between(-1, 1))
  else if (chance.is(0.5)) service.later(chance.between(2, 60) * 60_000 + chance.between(0, 999))
  else service.later(chance.between(1, days * 86_400) * 1_000)
}

/** What the job does that publishes what is scheduled and due. */
async function publishDue(shop: Shop): Promise<void> {
  const due = shop.state.changes.filter(({ at }) => at !== null && at <= shop.now)
  const log = { error: (...told: unknown[]) => expect.unreachable(`It was not published: ${JSON.stringify(told)}`) }
  await shop.parts.publishDuePriceChanges(shop.service.context, log as never, new Map())
  for (const change of due.toSorted((a, b) => a.at! - b.at!)) shop.publish(change)
  shop.remember()
}

/** Lives through some acts of a year, and looks at prices after each. What differs says how to see it again. */
export async function liveThrough(
  given: Parameters<typeof Shop.open>,
  { acts, doors, restarts = true }: { acts: number; doors: number; restarts?: boolean },
): Promise<void> {
  const shop = await Shop.open(...given)
  const done: string[] = []
  try {
    for (let i = 0; i < acts; i++) {
      waitSome(shop, (3 * 365) / acts)
      await shop.signIn()
      // The job may be late.
      if (shop.chance.is(0.8)) await publishDue(shop)
      else await lookAround(shop, 1)
      if (restarts && shop.chance.is(0.02)) await shop.service.restart()
      const act = shop.chance.oneOf(DRAWN)
      done.push(act.name)
      await act(shop)
      shop.remember()
      await lookAround(shop, doors)
    }
    await lookAround(shop, 40)
  } catch (error) {
    const told = `In the shop of seed ${given[2]}, at ${done.length} ${done.at(-1)}`
    throw new Error(`${told}: ${(error as Error).message}`, { cause: error })
  }
}
