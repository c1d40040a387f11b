import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import type { Call, Case, Read } from './cases/case.ts'
import type { LargeStock } from './large-stock.ts'

/** An operation as its document describes it, and what it is called with. */
export type Attack = { id: string; method: string; path: string; case: Case }

/** With what the calls were answered. */
export type Answered = {
  /** Those that were answered as no legal call is. */
  wrong: string[]
  /** The operations that were worked on. */
  done: Set<string>
  /** How often each status came, by operation; 0 where there was no answer in time. */
  statuses: string
}

type Target = { url: string; stock: LargeStock; agent: Agent }
/** `refused` is what of the call is refused, though its form is right. */
type Answer = { status: number; body: string; refused?: string | undefined }

const CALLERS = 8
/** For an answer to what was asked before the end, in milliseconds; then the client leaves. */
const LEAVE_MS = 500

/** Calls the operations by turns, by some callers at a time, until it is over. */
export async function attack(
  { url }: { url: string },
  stock: LargeStock,
  attacks: readonly Attack[],
  over: AbortSignal,
  callers = CALLERS,
): Promise<Answered> {
  const target = { url, stock, agent: new Agent({ keepAlive: true, maxSockets: callers }) }
  const wrong = new Map<string, string>()
  const done = new Set<string>()
  const statuses = new Map<string, number>()
  let next = 0
  const caller = async () => {
    while (!over.aborted) {
      const attack = attacks[next++ % attacks.length]!
      const { status, body, refused } = await send(target, attack)
      const name = `${attack.id} ${status}`
      statuses.set(name, (statuses.get(name) ?? 0) + 1)
      if (status !== 0 && status !== 503) done.add(attack.id)
      if (isWrong({ status, body, refused })) wrong.set(name, `${name}: ${body.slice(0, 300)}`)
    }
  }
  over.addEventListener('abort', () => void setTimeout(() => target.agent.destroy(), LEAVE_MS))
  await Promise.all(Array.from({ length: callers }, caller))
  const told = [...statuses].map(([name, count]) => `${name} × ${count}`).join(', ')
  return { wrong: [...wrong.values()], done, statuses: told }
}

/** A legal call is refused for what is there, and for its limits: never for its form, and never by a failure. */
function isWrong({ status, body, refused }: Answer): boolean {
  if (refused !== undefined && body.includes(`"path":"${refused}"`)) return false
  return status === 405 || status === 500 || (status === 400 && body.includes('"validation_error"'))
}

let sent = 0

class NotRead extends Error {}

async function send(target: Target, { method, path, case: made }: Attack): Promise<Answer> {
  const { url, stock, agent } = target
  const number = ++sent
  const headers: Record<string, string> = { 'sec-fetch-site': 'same-origin', ...credentials(path, stock, number) }
  const api = path.split('{slug}')[0] + `${stock.attacker.slug}`
  const read: Read = async (below, body) => {
    const options = { method: body === undefined ? 'GET' : 'POST', headers: { ...headers }, agent, keeps: true }
    const answer = await exchange(`${url}${api}${below}`, options, body)
    if (answer.status !== 200) throw new NotRead()
    return JSON.parse(answer.body).data
  }
  const call = await Promise.resolve(made(stock, number, read)).catch((error: unknown) => {
    if (!(error instanceof NotRead)) throw error
  })
  if (!call) return { status: 0, body: '' }
  if (call.session !== undefined) headers['cookie'] = `session=${call.session}`
  const address = addressOf(target, { method, path }, call, number)
  return { ...(await exchange(address, { method, headers, agent }, call.file ?? call.body)), refused: call.refused }
}

function addressOf(
  { url, stock }: Target,
  { method, path }: Pick<Attack, 'method' | 'path'>,
  { params, query = {} }: Call,
  number: number,
): string {
  const named: Record<string, string> = { slug: stock.attacker.slug, ...params }
  const address = new URL(
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(named[name]!)),
    url,
  )
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) address.searchParams.append(name, String(one))
  }
  // Else it would be answered from memory.
  if (method === 'GET') address.searchParams.set('x', String(number))
  return address.href
}

function credentials(path: string, { attacker, owners, buyers }: LargeStock, number: number): Record<string, string> {
  if (path.startsWith('/api/')) return { authorization: `Bearer ${attacker.key}` }
  if (!path.startsWith('/app-api/portal/')) return { cookie: `session=${owners[number % owners.length]!}` }
  const { id, token } = buyers[number % buyers.length]!
  return { cookie: `session=${token}`, buyer: id }
}

type Options = { method: string; headers: Record<string, string>; agent: Agent; keeps?: boolean }

/** The body is that of a refusal, or of what is to be kept. */
async function exchange(url: string, { keeps = false, ...options }: Options, body: unknown): Promise<Answer> {
  const payload = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
  if (payload) options.headers['content-length'] = String(payload.length)
  const asking = request(url, options)
  try {
    const answered = once(asking.end(payload), 'response') as Promise<[IncomingMessage]>
    const [response] = await answered
    const status = response.statusCode!
    if (keeps || status >= 400) return { status, body: await text(response) }
    await finished(response.resume())
    return { status, body: '' }
  } catch {
    return { status: 0, body: '' }
  }
}
