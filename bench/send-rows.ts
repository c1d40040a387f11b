import { setTimeout } from 'node:timers/promises'
import type { BenchServer } from './server-under-load.ts'

const POLL_MS = 100
const CLIENTS = 4
const ROWS_OF_CALL = 100

/** Sends rows in bulk calls of several clients at once. `bodyOf` has the rows from one number on, as a body. */
export async function sendInCalls(
  server: BenchServer,
  { key, path, rows }: { key: string; path: string; rows: number },
  bodyOf: (from: number, count: number) => object,
): Promise<void> {
  let next = 0
  const client = async () => {
    while (next < rows) {
      const from = next
      next += ROWS_OF_CALL
      const body = JSON.stringify(bodyOf(from, Math.min(ROWS_OF_CALL, rows - from)))
      const { status, text } = await server.request(path, { key, method: 'PUT', body })
      if (status !== 200) throw new Error(text)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
}

/** Imports a CSV file by the public API, and waits until all its rows are created. */
export async function sendFile(
  server: BenchServer,
  { key, kind, rows }: { key: string; kind: string; rows: number },
  file: Buffer,
): Promise<void> {
  const address = `http://127.0.0.1:${server.port}/api/v1/imports?kind=${kind}`
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' }
  const response = await fetch(address, { method: 'POST', headers, body: new Uint8Array(file) })
  const { data, error } = (await response.json()) as { data?: { id: string }; error?: unknown }
  if (!data) throw new Error(JSON.stringify(error))
  for (;;) {
    const { body, text } = await server.request(`/imports/${data.id}`, { key })
    const { status, created, unchanged } = body.data
    if (status === 'done' && created + unchanged === rows) return
    if (!['reading', 'running'].includes(status)) throw new Error(text)
    await setTimeout(POLL_MS)
  }
}
