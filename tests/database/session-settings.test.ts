import { sql } from 'kysely'
import postgres from 'postgres'
import { expect, inject, test } from 'vitest'
import { buildApp } from '../../server/src/app.ts'
import type { Context } from '../../server/src/context.ts'
import { openStore } from '../../server/src/database/open.ts'
import { createSample } from '../../server/src/ops/sample/create-sample.ts'
import { SAMPLE_WORKSPACE_ID } from '../../server/src/workspaces/workspaces.ts'
import { OPERATOR } from '../../server/src/ops/operations/operate.ts'
import { databaseUrl } from '../engines/postgres.ts'
import { newDatabase } from '../engines/test-store.ts'
import { bodies, everyRead } from '../given/every-read.ts'
import { item } from '../given/given.ts'
import type { Answer } from '../given/service.ts'

const NOW = new Date('2026-12-04T09:30:00.500Z')

/** What somebody may have set for the database, for other programs that use it. */
const SETTINGS = {
  datestyle: 'SQL, DMY',
  timezone: 'Asia/Kathmandu',
  intervalstyle: 'sql_standard',
  standard_conforming_strings: 'off',
  bytea_output: 'escape',
  extra_float_digits: '-3',
  client_encoding: 'LATIN1',
  default_transaction_isolation: 'serializable',
}

async function openService(config: Parameters<typeof openStore>[0]) {
  const store = await openStore(config)
  const context: Context = { db: store.db, clock: () => NOW }
  const app = await buildApp(context, { rateLimit: 1_000_000, logLevel: 'error', tls: undefined })
  const call = async (key: string, path: string, payload?: object): Promise<Answer> => {
    const headers = { authorization: `Bearer ${key}` }
    const method = payload ? 'PUT' : 'GET'
    const answer = await app.inject({ method, url: `/api/v1${path}`, headers, ...(payload && { payload }) })
    return {
      status: answer.statusCode,
      headers: new Headers(answer.headers as Record<string, string>),
      body: answer.json(),
    }
  }
  const close = async () => {
    await app.close()
    await store.close()
  }
  return { context, runScript: store.runScript, call, close }
}

test('whatever is set for the database, every read answers the same, and what is written is read back', async ({
  onTestFinished,
}) => {
  const { config, remove } = await newDatabase()
  onTestFinished(remove)
  const first = await openService(config)
  const key = (await createSample({ ...first.context, actor: OPERATOR })).key!
  const before = await everyRead((path) => first.call(key, path))
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(first.context.db)
  const alter = (setting: string, value: string) => `alter database "${rows[0]!.name}" set ${setting} = '${value}';`
  await first.runScript(
    Object.entries(SETTINGS)
      .map(([setting, value]) => alter(setting, value))
      .join('\n'),
  )
  await first.close()

  const second = await openService(config)
  onTestFinished(second.close)
  expect(bodies(await everyRead((path) => second.call(key, path)))).toEqual(bodies(before))
  const name = 'Café \\ 5 €'
  await second.call(key, '/products', { products: [item({ name })] })
  const { body } = await second.call(key, '/products?q=den-1042')
  expect(body.data).toMatchObject([{ name, createdAt: NOW.toISOString(), updatedAt: NOW.toISOString() }])
})

test('what the database keeps of a product is the same, whatever the session that writes it is like', async ({
  onTestFinished,
}) => {
  const { config, remove } = await newDatabase()
  onTestFinished(remove)
  const { context, runScript, close } = await openService(config)
  onTestFinished(close)
  await createSample({ ...context, actor: OPERATOR })
  const documents = () =>
    context.db
      .selectFrom('product')
      .select('document')
      .where('workspace_id', '=', SAMPLE_WORKSPACE_ID)
      .orderBy('id')
      .execute()
  const before = await documents()
  const set = Object.entries(SETTINGS).map(([setting, value]) => `set local ${setting} = '${value}';`)
  await runScript(`begin; ${set.join(' ')} update product set document = default; commit;`)
  expect(await documents()).toEqual(before)
})

test('a database of another encoding than UTF8 is refused, with what to do', async ({ skip }) => {
  const engine = inject('engine')
  if (engine.name !== 'postgres') return skip('The embedded database has one encoding.')
  const name = `${engine.prefix}ascii`
  const admin = postgres(engine.servers[0]!, { max: 1, onnotice: () => {} })
  await admin.unsafe(
    `create database ${name} template template0 encoding 'SQL_ASCII' locale_provider libc lc_collate 'C' lc_ctype 'C'`,
  )
  const opened = openStore({ engine: 'postgres', url: databaseUrl(engine.servers[0]!, name) })
  await expect(opened).rejects.toThrow(/its encoding is SQL_ASCII\. Create it by createdb .*--encoding UTF8\.$/)
  await admin.unsafe(`drop database ${name} with (force)`)
  await admin.end()
})
