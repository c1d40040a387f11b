import { setTimeout } from 'node:timers/promises'
import { openConnection, summary } from './load.ts'
import type { Latencies } from './load.ts'

export type OpenLoad = {
  /** By status: how many answers, and how long they took from when they were due, in milliseconds. */
  byStatus: Record<number, Latencies>
  seconds: number
  /** Requests that were not sent, as every connection was still waiting for an answer. */
  unsent: number
}

/** Stands for the status where the connection was closed instead. */
const NO_ANSWER = 0
/** How often requests that have become due are sent, in milliseconds. */
const TICK_MS = 2

type Options = { perSecond: number; connections: number; seconds?: number; until?: AbortSignal }

/**
 * Sends requests at a rate that does not heed the answers, as many clients that know nothing of each other do: a
 * request that is due takes a connection that is free. It ends after `seconds`, or when `until` is aborted.
 */
export async function openLoad(
  port: number,
  next: () => string,
  { perSecond, connections, seconds = Infinity, until }: Options,
): Promise<OpenLoad> {
  const free = await Promise.all(Array.from({ length: connections }, () => openConnection(port)))
  const all = [...free]
  const taken = new Map<number, number[]>()
  let [due, unsent] = [0, 0]
  const started = performance.now()
  const elapsed = () => (performance.now() - started) / 1000
  const isOver = () => elapsed() >= seconds || until?.aborted
  const ask = async (connection: (typeof all)[number], dueAt: number) => {
    const { status } = await connection.exchange(next()).catch(() => ({ status: NO_ANSWER }))
    taken.getOrInsertComputed(status, () => []).push(performance.now() - dueAt)
    free.push(connection)
  }

  while (!isOver()) {
    const dueNow = elapsed() * perSecond
    for (; due < dueNow; due++) {
      // The one that has been free for longest, so that none is closed for being idle.
      const connection = free.shift()
      if (!connection) {
        unsent++
        continue
      }
      void ask(connection, started + (due / perSecond) * 1000)
    }
    await setTimeout(TICK_MS)
  }
  while (free.length < all.length) await setTimeout(TICK_MS)
  for (const connection of all) connection[Symbol.dispose]()
  return {
    byStatus: Object.fromEntries([...taken].map(([status, list]) => [status, summary(list)])),
    seconds: elapsed(),
    unsent,
  }
}
