import { connect } from 'node:net'
import type { Socket } from 'node:net'

/** One request of a load. Make it before the load where that costs anything: here only bytes are moved. */
export type Request = {
  /** The whole HTTP/1.1 request, as `httpRequest` writes it. */
  bytes: string | Buffer
  /** Any other status is an error. */
  status: number | readonly number[]
  /** Is given the head of each answer. */
  answered?: (head: string) => void
  /** Latencies are told apart by it. */
  kind?: string
}

export type Latencies = { count: number; p50: number; p99: number }

/** Latencies in milliseconds, as the client waited for the last byte of an answer. */
export type Load = Latencies & {
  seconds: number
  perSecond: number
  /** Bytes of body in an answer, on average. */
  bytes: number
  errors: number
  firstError: string | undefined
  byKind: Record<string, Latencies>
}

/** How long to wait for one answer, in milliseconds. */
const PATIENCE_MS = 60_000
const LONGEST_HEAD = 2_048

/**
 * Sends requests over kept connections, each the next one as soon as the last is answered, for so many seconds or
 * until `next` has no more.
 */
export async function load(
  port: number,
  next: () => Request | undefined,
  { connections, seconds = Infinity }: { connections: number; seconds?: number },
): Promise<Load> {
  const started = performance.now()
  const until = started + seconds * 1000
  const taken = new Map<string, number[]>()
  let [bytes, errors, firstError] = [0, 0, undefined as string | undefined]

  const client = async () => {
    using connection = await openConnection(port)
    while (performance.now() < until) {
      const request = next()
      if (!request) break
      const sent = performance.now()
      const { status, length, head } = await connection.exchange(request.bytes)
      const kind = request.kind ?? ''
      const list = taken.get(kind)
      if (list) list.push(performance.now() - sent)
      else taken.set(kind, [performance.now() - sent])
      bytes += length
      request.answered?.(head)
      if (![request.status].flat().includes(status)) {
        errors++
        firstError ??= `${status} instead of ${request.status} for ${String(request.bytes).slice(0, 200)}: ${head}`
      }
    }
  }
  await Promise.all(Array.from({ length: connections }, client))

  const elapsed = (performance.now() - started) / 1000
  const all = summary([...taken.values()].flat())
  return {
    ...all,
    seconds: elapsed,
    perSecond: all.count / elapsed,
    bytes: all.count === 0 ? 0 : Math.round(bytes / all.count),
    errors,
    firstError,
    byKind: Object.fromEntries([...taken].map(([kind, list]) => [kind, summary(list)])),
  }
}

/** The median and the 99th percentile of some latencies. */
export function summary(milliseconds: number[]): Latencies {
  const sorted = Float64Array.from(milliseconds).toSorted()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { count: sorted.length, p50: at(0.5), p99: at(0.99) }
}

export function httpRequest(
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  if (body !== undefined) {
    lines.push(`content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`)
  }
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

/** A call of the API with that key; one with a body is a `PUT`. */
export function apiRequest(
  key: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string | undefined } = {},
): string {
  const authorized = { authorization: `Bearer ${key}`, ...headers }
  return httpRequest(`/api/v1${path}`, { headers: authorized, ...(body !== undefined && { method: 'PUT', body }) })
}

/** Reads with that key. */
export function readRequest(key: string, path: string): Request {
  return { bytes: apiRequest(key, path), status: 200 }
}

type Answer = { status: number; length: number; head: string }

/** A connection that reads of an answer only where it ends, which is what makes it cheap. */
export async function openConnection(port: number) {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let pending: PromiseWithResolvers<Answer> | undefined
  let head = ''
  let [received, total] = [0, -1]

  socket.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (total < 0) {
      head += chunk.toString('latin1', 0, LONGEST_HEAD)
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      head = head.slice(0, end)
      total = end + 4 + bodyLength(head)
    }
    if (received < total) return
    const answer = { status: Number(head.slice(9, 12)), length: total - head.length - 4, head }
    head = ''
    received = 0
    total = -1
    pending?.resolve(answer)
  })
  const fail = (error?: Error) => pending?.reject(error ?? new Error('The server closed the connection.'))
  socket.on('error', fail)
  socket.on('close', () => fail())
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error(`No answer within ${PATIENCE_MS} ms.`)))
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))

  return {
    exchange: (request: string | Buffer): Promise<Answer> => {
      pending = Promise.withResolvers()
      socket.write(request)
      return pending.promise
    },
    [Symbol.dispose]: () => socket.destroy(),
  }
}

function bodyLength(head: string): number {
  if (head.startsWith('304', 9)) return 0
  // An answer that does not say its length never ends, and is counted as the error that it is.
  return Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Infinity)
}
