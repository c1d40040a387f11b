import { sql } from 'kysely'
import { conditionsOf, requireNamed } from '../../catalogue/list-products.ts'
import { indexEntriesInSlices } from '../../catalogue/products-in-slices.ts'
import { visibleTo } from '../../pricing/customer-terms.ts'
import type { CustomerContext } from '../../portal/buyer-context.ts'
import type { PriceListFilter } from './price-list-rows.ts'
import { invalidField, InvalidInput } from '../../errors.ts'
import { addDays, dayOf, startOfDay } from '../../lib/local-time.ts'
import { toldUntil } from '../../portal/buyers-product.ts'
import { readPortalSettings } from '../../portal/portal-settings.ts'
import { pricedAt, termsKnownFrom } from '../../pricing/priced-at.ts'
import { isDay } from '../../shared/read-day.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'

/** A PDF with more pages is not read: its pages ask for a filter first. */
export const MAX_PAGES = 50
const PRODUCTS_OF_PAGE = 50
/** Each picture takes some milliseconds. */
const MAX_PICTURED = 500

/**
 * How many products the price list has, and about how many pages it takes as a PDF. Throws as the list does, so that
 * what is wrong is said before a file is made.
 */
export async function priceListSize(
  context: CustomerContext,
  { date, ...filter }: Pick<PriceListChoice, 'brand' | 'category' | 'date'>,
) {
  await requireNamed(context, { ...filter, customer: context.customerId })
  await priceListDay(context, date)
  return countPriceList(context, filter)
}

/** It is counted in slices: in between, others are served. */
export async function countPriceList(context: CustomerContext, filter: PriceListFilter) {
  const { db, workspaceId, customerId } = context
  const conditions = [...conditionsOf(workspaceId, filter), visibleTo(workspaceId, sql`${customerId}::uuid`)]
  let products = 0
  for await (const slice of indexEntriesInSlices(context, filter)) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${slice} p where ${sql.join(conditions, sql` and `)}`.execute(db)
    products += rows[0]!.count
  }
  const pages = Math.ceil(products / PRODUCTS_OF_PAGE)
  return { products, pages, maxPages: MAX_PAGES, mayHavePictures: products <= MAX_PICTURED }
}

/** What a price list is asked for with; `date` is a day of the workspace, by default today. */
export type PriceListChoice = Pick<PriceListFilter, 'brand' | 'category'> & {
  date?: string | undefined
  pictures?: boolean | undefined
}

/** A price list that is about to be made. */
export type PriceList = {
  filter: PriceListFilter
  day: Awaited<ReturnType<typeof priceListDay>>
  pictures: boolean
  /** Whether the next price is told, too. */
  tellsComing: boolean
}

/**
 * The day that a price list is asked for: in the workspace's time zone, by default today. Buyers are told coming prices
 * as far ahead as the wholesaler tells them. `at` is the moment of its prices: the start of another day, or undefined for
 * now; `note` says what is not as it was or will be on that day. Throws InvalidInput, also for a day whose prices are not
 * known.
 */
export async function priceListDay(context: CustomerContext, date: string | undefined) {
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
  return invalidField('date', message)
}

async function requireKnown(context: CustomerContext, at: Date, timezone: string): Promise<void> {
  const from = await termsKnownFrom(context)
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
