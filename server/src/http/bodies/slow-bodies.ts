import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** How long a file may take to arrive, in milliseconds: 50 MB at 1.4 Mbit a second. */
const UPLOAD_MS = 5 * 60_000

const receiving = new WeakSet<Socket>()

/** Gives the body of a request longer than other requests have: it is a file, and its client may have a slow line. */
export function allowSlowBody(request: IncomingMessage, limitMs = UPLOAD_MS): void {
  const { socket } = request
  receiving.add(socket)
  const limit = setTimeout(() => socket.destroy(), limitMs)
  const stop = () => {
    clearTimeout(limit)
    receiving.delete(socket)
  }
  request.once('end', stop)
  request.once('close', stop)
}

/** Whether a file is arriving on this connection. */
export function isReceivingFile(socket: Socket): boolean {
  return receiving.has(socket)
}
