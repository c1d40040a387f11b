import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/**
 * What the rate limit of a service lets a key send as it comes: so many at once, and then one so often, in
 * milliseconds.
 */
const AT_ONCE = 120
const EVERY_MS = 60_000 / AT_ONCE

export type Paced = {
  /** Requests of which none waits for an answer to another; fewer than the limit where they are large. */
  atOnce?: number
  /** Ends it, with all that was not answered. */
  signal: AbortSignal
  /** Whether answers are read. One that is not stays where it is. */
  read?: boolean
}

/**
 * Sends what a client may that keeps to the rate limit, each request on its own connection. Resolves, once it is
 * ended, with how many answers there were of each status.
 */
export async function pacedLoad(
  port: number,
  next: () => string | Buffer,
  { atOnce = AT_ONCE, signal, read = true }: Paced,
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  const sockets: Socket[] = []
  const send = () => {
    const socket = connect({ port, host: '127.0.0.1' })
    // The server may hang up on what it refuses.
    socket.on('error', () => {})
    if (read) socket.once('data', (chunk) => count(statuses, Number(chunk.toString('latin1', 9, 12)))).resume()
    socket.write(next())
    sockets.push(socket)
  }
  for (let i = 0; i < atOnce; i++) send()
  while (!signal.aborted) {
    await setTimeout(EVERY_MS, undefined, { signal }).catch(() => {})
    if (!signal.aborted) send()
  }
  for (const socket of sockets) socket.destroy()
  return statuses
}

function count(statuses: Map<number, number>, status: number): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
}
