import { InvalidInput } from '../../errors.ts'
import { addDays, dayOf, startOfDay } from '../../lib/local-day.ts'
import type { CustomerContext } from '../../portal/buyer-context.ts'
import { toldUntil } from '../../portal/coming-prices.ts'
import { readPortalSettings } from '../../portal/portal-settings.ts'
import { pricedAt, termsKeptFrom } from '../../pricing/priced-at.ts'
import type { PriceListFilter } from './price-list-rows.ts'
import { isDay } from '../../shared/day-and-time.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'

/** What a price list is asked for with; `date` is a day of the workspace, by default today. */
export type PriceListChoice = Pick<PriceListFilter, 'brand' | 'category'> & {
  date?: string | undefined
  pictures?: boolean | undefined
}

/** A price list that is about to be made. */
export type PriceList = {
  filter: PriceListFilter
  day: ListDay
  pictures: boolean
  /** Whether the next price is told, too. */
  tellsComing: boolean
}

/** The day of a price list. `at` is the moment of its prices: the start of another day, or undefined for now. */
export type ListDay = {
  day: string
  at: Date | undefined
  /** What is not as it was or will be on that day; null for today. */
  note: string | null
}

/**
 * The day that a price list is asked for: in the workspace's time zone, by default today. Buyers are told coming prices
 * as far ahead as the wholesaler tells them. Throws InvalidInput, also for a day whose prices are not known.
 */
export async function priceListDay(context: CustomerContext, date: string | undefined): Promise<ListDay> {
  const { timezone } = await readWorkspace(context, context.workspaceId)
  const today = dayOf(context.clock(), timezone)
  if (date === undefined || date === today) return { day: today, at: undefined, note: null }
  if (!isDay(date)) throw refused(`Must be a day such as ${today}.`)
  const at = startOfDay(date, timezone)
  if (date < today) await requireKnown(context, at, timezone)
  else await requireTold(context, at, timezone)
  const note =
    date < today
      ? `Products, their names and minimum quantities are those of ${today}.`
      : `As it is scheduled and agreed on ${today}.`
  return { day: date, at, note }
}

function refused(message: string): InvalidInput {
  return new InvalidInput([{ path: 'date', message }])
}

async function requireKnown(context: CustomerContext, at: Date, timezone: string): Promise<void> {
  const from = await termsKeptFrom(context)
  if (at >= from) return
  const day = dayOf(from, timezone)
  const first = startOfDay(day, timezone) < from ? addDays(day, 1) : day
  throw refused(`Must be ${first} or later: prices of earlier days are not known.`)
}

async function requireTold(context: CustomerContext, at: Date, timezone: string): Promise<void> {
  if (context.actor.type === 'buyer') {
    const settings = await readPortalSettings(context)
    const until = toldUntil(context.clock(), settings)
    if (at > until) {
      throw refused(
        settings.comingDays === 0
          ? 'Must be today or earlier: prices of days to come are not shown here.'
          : `Must be ${dayOf(until, timezone)} or earlier: prices of later days are not shown here.`,
      )
    }
  }
  await pricedAt(context, at, { withTerms: true }).catch((error: unknown) => {
    throw error instanceof InvalidInput ? refused('Must be at most two years from now.') : error
  })
}
