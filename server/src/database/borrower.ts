import { AsyncLocalStorage } from 'node:async_hooks'
import { BUSY } from '../errors.ts'
import type { FairQueue } from '../fair-queue.ts'

/** On whose account connections are borrowed, while one of its requests is answered. */
export type Borrower = {
  workspaceId: string
  /** Whether nobody waits for the answer any more, or it could not be sent. */
  isGone: () => boolean
}

/** Outside of a request, and for work that has been bounded otherwise, connections are borrowed on nobody's account. */
export const borrower = new AsyncLocalStorage<Borrower | undefined>()

/**
 * Waits for a place of that queue on the account of the present borrower, and returns what gives it back. Throws
 * Unavailable as the queue does, and where nobody waits for the answer any more: what it would take is for others.
 */
export async function enterOnAccount(
  queue: FairQueue,
  how: { urgent?: boolean; limitMs?: number } = {},
): Promise<() => void> {
  const account = borrower.getStore()
  const leave = await queue.enter(account?.workspaceId, how)
  if (!account?.isGone()) return leave
  leave()
  throw BUSY
}
