import { expect } from 'vitest'
import { runJson } from '../given/run-cli.ts'
import type { Environment, RunningServer } from '../given/run-cli.ts'
import { SAYS } from '../given/refusals.ts'
import { until } from '../given/until.ts'
import { chance } from './chance.ts'

/** Longer than the service may take to say that it cannot answer. */
const PATIENCE_MS = 30_000

export type Caller = {
  workspaceId: string
  get: (path: string) => Promise<Answer>
  put: (products: object[], priceChangeId?: string) => Promise<Answer>
}
export type Answer = { status: number; body: any }

/** A workspace with a key, as a client of the running server; an answer other than 200 must be a clean 503. */
export async function callerOf(server: RunningServer, env: Environment): Promise<Caller> {
  const { id } = await runJson(['workspace', 'create', '--name', 'Quay', '--currency', 'GBP'], env)
  const { key } = await runJson(['key', 'create', '--workspace', id, '--name', 'ERP', '--scope', 'write'], env)
  const call = async (method: string, path: string, body?: string): Promise<Answer> => {
    const response = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body !== undefined && { body }),
    })
    const answer = { status: response.status, body: (await response.json()) as unknown }
    if (answer.status !== 200) {
      expect(answer).toEqual({
        status: 503,
        body: { error: { code: 'unavailable', message: expect.stringMatching(SAYS.unavailable) } },
      })
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    return answer
  }
  return {
    workspaceId: id,
    get: (path) => call('GET', path),
    put: (products, priceChangeId) => call('PUT', '/products', JSON.stringify({ products, priceChangeId })),
  }
}

/** The first answer that is none for a connection that the database has ended. */
export async function onceServed(ask: () => Promise<Answer>): Promise<Answer> {
  let answer: Answer
  await until(async () => (answer = await ask()).status === 200)
  return answer!
}

/** Several clients that write all the time, each the same pair of products with a number that grows. */
export function writeAllTheTime({ get, put }: Caller, clients: number) {
  const acknowledged = Array.from({ length: clients }, () => 0)
  const stopping = new AbortController()
  let refused = 0
  const write = async (client: number) => {
    for (let number = 1; !stopping.signal.aborted; number++) {
      const { status } = await put(pair(client, number))
      if (status === 200) acknowledged[client] = number
      else refused++
    }
  }
  const read = async () => {
    while (!stopping.signal.aborted) await get(`/products?limit=50&offset=${Math.floor(chance() * clients)}`)
  }
  const running = Promise.all([...acknowledged.keys()].flatMap((client) => [write(client), read()]))
  return {
    acknowledged: () => acknowledged.reduce((sum, number) => sum + number, 0),
    refused: () => refused,
    /** Ends the writing, and sees that all that was acknowledged is there, and each pair whole. */
    stop: async () => {
      stopping.abort()
      await running
      for (const [client, number] of acknowledged.entries()) {
        const { data } = (await onceServed(() => get(`/products?q=pair-${client}`))).body
        const names = data.map(({ name }: { name: string }) => Number(name))
        expect(names).toHaveLength(2)
        expect(names[0]).toBe(names[1])
        expect(names[0]).toBeGreaterThanOrEqual(number)
      }
    },
  }
}

function pair(client: number, number: number): object[] {
  return ['a', 'z'].map((side) => ({
    sku: `pair-${client}-${side}`,
    name: String(number),
    listPrice: 100,
    unitLabel: 'each',
  }))
}
