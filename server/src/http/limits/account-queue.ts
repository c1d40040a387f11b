import { connectionOwner } from '../../database/connection-owner.ts'
import { FairQueue } from '../../fair-queue.ts'
import { network } from '../../people/attempts.ts'
import type { AddHooks } from '../add-hooks.ts'
import { queueHandlers } from './route-queue.ts'

const LIMITS = { slots: 32, perOwner: { alone: 24, contended: 4 }, maxWaiting: 256 }

/**
 * Has the routes of accounts, which belong to no workspace, wait in a fair queue: people take turns, and so do the
 * networks from which somebody calls who is not signed in. Call it after `admitPerson`.
 */
export function queuePeople(): AddHooks {
  const queue = new FairQueue(LIMITS)
  return (app) =>
    queueHandlers(app, () => ({ session, ip }, work) => {
      const owner = session ? `person ${session.person_id}` : `network ${network(ip)}`
      return queue.run(owner, () => connectionOwner.run({ owner, isGone: () => false }, work))
    })
}
