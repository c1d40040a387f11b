import type { Context } from '../context.ts'
import { Unavailable } from '../errors.ts'
import { mailPriceNews } from '../portal/mail-price-news.ts'
import { watchedCustomers } from '../portal/watch-prices.ts'
import { logFailure } from './run-every.ts'
import type { Log } from './run-every.ts'

const NEWS = { type: 'system', id: null, name: 'Price mails' } as const

/** Mails buyers who want it which of their prices have changed, each customer once a week at most. */
export async function mailAllPriceNews(context: Context, log: Log): Promise<void> {
  for (const { workspaceId, customerId } of await watchedCustomers(context)) {
    try {
      await mailPriceNews({ ...context, workspaceId, customerId, actor: NEWS })
    } catch (error) {
      // An outage of the database is logged elsewhere, once; the claim ends in an hour.
      if (error instanceof Unavailable) return
      logFailure(log, error, 'a mail about prices was not made', { workspaceId, customerId })
    }
  }
}
