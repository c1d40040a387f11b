import { AsyncLocalStorage } from 'node:async_hooks'
import { BUSY } from '../errors.ts'
import type { FairQueue } from '../fair-queue.ts'

/** Whose request uses a connection: it counts in their share of the connections. */
export type ConnectionOwner = {
  /** A workspace; or a person or network, for what belongs to none. */
  owner: string
  /** One of the people or keys of the workspace. */
  caller?: string
  /** Whether the client has disconnected, or its response could not be sent. */
  isGone: () => boolean
}

/** The owner of the connections of the current request. Jobs have none, nor has work that is limited otherwise. */
export const connectionOwner = new AsyncLocalStorage<ConnectionOwner | undefined>()

/**
 * Waits for a slot of the queue for the current owner, and returns the function that releases it. Throws Unavailable as
 * the queue does, and where the client has disconnected: the slot is then free for others.
 */
export async function acquireForOwner(
  queue: FairQueue,
  how: { urgent?: boolean; limitMs?: number } = {},
): Promise<() => void> {
  const owner = connectionOwner.getStore()
  const release = await queue.acquire(owner?.owner, { ...how, caller: owner?.caller })
  if (!owner?.isGone()) return release
  release()
  throw BUSY
}
