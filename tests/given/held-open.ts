import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { lookOverAll } from '../isolation/judge.ts'
import type { TestService, TestWorkspace } from './service.ts'

export type Held = { finish: () => Promise<{ status: number; message: string }> }

type Request = { method: string; path: string; headers: Record<string, string>; body: string | Buffer }

/**
 * Sends the head of a request, and waits until the service has taken it and asks for the body. `finish` sends the body,
 * and reads the answer. `settled` has to be true once the service has decided about the head.
 */
export async function holdOpen(
  { url }: TestService,
  { method, path, headers, body }: Request,
  settled: () => Promise<unknown>,
): Promise<Held> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const fields = { host: 'localhost', connection: 'close', expect: '100-continue', ...headers }
  const lines = Object.entries({ ...fields, 'content-length': String(Buffer.byteLength(body)) })
  socket.write([`${method} ${path} HTTP/1.1`, ...lines.map((line) => line.join(': ')), '', ''].join('\r\n'))
  const answered = text(socket)
  await once(socket, 'data')
  await settled()
  return {
    finish: async () => {
      socket.write(body)
      // The first one goes on: 100.
      const [, head = '', answer = ''] = (await answered).split('\r\n\r\n')
      const message = answer === '' ? '' : (JSON.parse(answer).error?.message ?? '')
      return { status: Number(head.split(' ')[1]), message }
    },
  }
}

/** All rows of the workspace, by table. */
export async function rowsOf({ id, context }: TestWorkspace): Promise<string> {
  const tables = inject('workspaceColumns').map(
    ([table, column]) => sql`
      select ${sql.lit(table)} as name, md5(string_agg(t::text, ',' order by t::text)) as rows
      from ${sql.table(table)} t where ${sql.ref(column)} = ${id}`,
  )
  return lookOverAll(async () => {
    const { rows } = await sql`${sql.join(tables, sql` union all `)}`.execute(context.db)
    return JSON.stringify(rows)
  })
}
