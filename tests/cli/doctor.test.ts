import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { migrateWithin } from '../../server/src/database/migrate.ts'
import { openDatabase } from '../../server/src/database/open.ts'
import { examine } from '../../server/src/operator/doctor/examine.ts'
import type { Finding } from '../../server/src/operator/doctor/finding.ts'
import { readConfig } from '../../server/src/config.ts'
import { newDatabase } from '../engines/test-store.ts'
import { environment, runCli, startServer } from './run-cli.ts'
import type { Environment } from './run-cli.ts'
import { unwell, useDoctor } from './use-doctor.ts'

const embedded = inject('engine').name === 'pglite'
const ANEW = 'Take a backup, and restore it with --replace: this creates all tables and indexes anew.'
const doctor = useDoctor()
const { findings, whileBroken } = doctor

/**
 * Says of an index that it is valid, or that it is not, as after one that was made beside others' writes and failed.
 */
const declared = (valid: boolean) =>
  `update pg_index set indisvalid = ${valid} where indexrelid = 'product_by_brand'::regclass`

/** A finding that is a problem. */
const problem = (check: string, message: unknown, advice: unknown) => ({ check, status: 'problem', message, advice })

test('a sound service is found to be, stopped and running, with nothing changed', async () => {
  const { stdout, stderr } = await runCli(['doctor'], doctor.env)
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^ok {7}configuration: On .*\n\d problems?, 0 warnings\.\n$/s)
  expect(stdout).toContain('ok       workspaces: 1, with 1 API key in use; never used: 1.')
  const server = await startServer(doctor.env)
  const { stdout: running } = await runCli(['doctor', '--json'], doctor.env)
  await server.stop()
  const { findings } = JSON.parse(running) as { findings: Finding[] }
  expect(unwell(findings)).toEqual([])
  expect(findings.map(({ check }) => check)).toEqual(expect.arrayContaining(['schema', 'upkeep', 'jobs']))
})

describe('what is broken', () => {
  test('doctor names all that is wrong, and what to do', async () => {
    const index = 'CREATE INDEX CONCURRENTLY customer_by_name ON customer USING btree (workspace_id, name, id)'
    const key = 'buyer_workspace_id_customer_id_fkey'
    const broken = `drop index customer_by_name;
      ${declared(false)};
      alter table buyer drop constraint ${key};
      alter table buyer add constraint ${key} foreign key (workspace_id, customer_id)
        references customer (workspace_id, id) on delete cascade not valid;
      insert into price_change (workspace_id, id, name, status, scheduled_for, created_by, created_at, updated_at)
        values ('${doctor.workspace}', gen_random_uuid(), 'Late', 'scheduled', now() - interval '1 hour', '{}', now(), now())`
    const mended = `${index.replace('CONCURRENTLY', '')};
      ${declared(true)};
      alter table buyer validate constraint ${key};
      delete from price_change`
    const missing = 'The index customer_by_name of customer is missing or different.'
    await whileBroken(broken, mended, async () => {
      const found = await findings()
      expect(found).toHaveLength(4)
      expect(found).toEqual(
        expect.arrayContaining([
          problem('index', missing, embedded ? ANEW : index),
          problem(
            'index',
            'The index product_by_brand of product exists, but is not valid.',
            embedded ? ANEW : 'reindex index concurrently product_by_brand',
          ),
          problem(
            'constraint',
            `The constraint ${key} of buyer exists, but is not valid.`,
            embedded ? ANEW : `alter table buyer validate constraint ${key}`,
          ),
          problem(
            'jobs',
            expect.stringMatching(/^1 price change should have been published, the first at 2/),
            expect.any(String),
          ),
        ]),
      )
      const { code, stdout } = await runCli(['doctor'], doctor.env)
      expect(code).toBe(1)
      expect(stdout).toContain(`problem  index: ${missing}\n         → ${embedded ? ANEW : index}\n`)
      expect(stdout).toMatch(/\n[4-9] problems, 0 warnings\.\n$/)
    })
  })

  test('doctor says that mail does not go out, and why', async () => {
    const refused = `insert into mail (
        id, recipient, subject, text, html, status, attempts, next_attempt_at, send_before, created_at, owner, urgent, turn, last_error)
      values (gen_random_uuid(), 'a@b.example', '', '', '', 'queued', 3, now(), now() + interval '1 day', now(), '', false, 0,
        'Invalid login: 535 5.7.8 Password expired')`
    await whileBroken(refused, 'delete from mail', async () => {
      expect(await findings()).toMatchObject([
        { check: 'outbox', message: '1 mail could not be sent yet: Invalid login: 535 5.7.8 Password expired' },
      ])
    })
  })

  test('doctor names a column and a table that are not there', async () => {
    await whileBroken(
      'alter table buyer rename column last_seen_at to seen; alter table agreed_price rename to agreed',
      'alter table buyer rename column seen to last_seen_at; alter table agreed rename to agreed_price',
      async () => {
        const messages = (await findings()).map(({ message }) => message)
        expect(messages).toContain('The column last_seen_at of buyer is missing or different.')
        expect(messages).toContain('The table agreed_price is missing or different.')
      },
    )
  })

  test('doctor names a schema that is newer than the code', async () => {
    await whileBroken(
      `insert into schema_migration values (999, '0999_later', now())`,
      'delete from schema_migration where number = 999',
      async () =>
        expect(await findings()).toMatchObject([
          {
            check: 'schema',
            status: 'problem',
            message: expect.stringMatching(/at schema 999, and this version knows/),
          },
        ]),
    )
  })

  test.skipIf(embedded)('doctor names more dead rows than autovacuum should leave', async () => {
    await whileBroken(
      `alter table activity set (autovacuum_enabled = off);
      insert into activity select '${doctor.workspace}', gen_random_uuid(), now(), '{}', 'x', '{}', '{}' from generate_series(1, 30000);
      delete from activity where action = 'x'`,
      'alter table activity reset (autovacuum_enabled); select pg_stat_reset()',
      async () => {
        const dead = { check: 'vacuum', status: 'warning', advice: 'vacuum (analyze) activity' }
        await expect.poll(() => findings(), { timeout: 20_000 }).toMatchObject([dead])
      },
    )
  })

  test('doctor names settings that are legal, and perhaps not meant', async () => {
    const more: Environment = embedded ? {} : { WORKERS: '256' }
    const odd = await findings({
      HOST: '0.0.0.0',
      RATE_LIMIT_PER_MINUTE: '5',
      LOG_LEVEL: 'silent',
      PUBLIC_URL: 'https://trade.example',
      ...more,
    })
    const messages = odd.map(({ message }) => message).join('\n')
    expect(messages).toMatch(/HOST is 0\.0\.0\.0, without TLS.*/)
    expect(messages).toMatch(/RATE_LIMIT_PER_MINUTE is 5/)
    expect(messages).toMatch(/PUBLIC_URL is HTTPS, and no proxy is trusted/)
    expect(messages).toMatch(/LOG_LEVEL is silent/)
    if (!embedded) expect(messages).toMatch(/WORKERS is 256, on \d+ cores?\./)
  })

  test('doctor names nothing once all is mended', async () => {
    expect(await findings()).toEqual([])
  })
})

test('an older schema is brought up to date by a start, and is no problem', async () => {
  const old = await newDatabase()
  const store = await openDatabase(old.config)
  await store.runScript('drop schema public cascade; create schema public')
  await store.db.transaction().execute((db) => migrateWithin(db, { after: 0, upTo: 3 }))
  await store.close()
  const found = await findings(environment(old.config))
  expect(found[0]).toMatchObject({
    check: 'schema',
    status: 'warning',
    message: expect.stringContaining('at schema 3'),
  })
  expect(found.filter(({ status }) => status === 'problem')).toEqual([])
  await old.remove()
})

test('a database that is not there is a problem, or on the embedded one a question', async () => {
  const away = await runCli(['doctor'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  expect(away.code).toBe(1)
  expect(away.stdout).toMatch(/\nproblem {2}database: The database at 127\.0\.0\.1:1 cannot be used: /)
  expect(await findings({ DATABASE_URL: '', DATA_DIR: join(doctor.folder, 'none') })).toMatchObject([
    { check: 'data folder', status: 'warning', message: expect.stringMatching(/^There is no database in .* yet\.$/) },
  ])
})

test.runIf(embedded)('a folder that is none, that others may read, or that cannot be written', async () => {
  const file = join(doctor.folder, 'file')
  writeFileSync(file, '')
  expect(await findings({ DATA_DIR: file })).toMatchObject([{ status: 'problem', message: `${file} is not a folder.` }])
  const inside = join(doctor.env['DATA_DIR']!, 'database')
  chmodSync(inside, 0o755)
  expect(await findings()).toMatchObject([
    { check: 'data folder', status: 'warning', advice: `chmod -R go= ${doctor.env['DATA_DIR']}` },
  ])
  // Root may write everywhere.
  if (process.getuid!() !== 0) {
    chmodSync(inside, 0o500)
    expect(await findings()).toMatchObject([{ check: 'data folder', status: 'problem' }])
  }
  chmodSync(inside, 0o700)
})

test.skipIf(embedded)('a server that may lose what it acknowledged', async () => {
  const store = await openDatabase(doctor.database.config)
  const { rows } = await sql<{ fsync: string }>`show fsync`.execute(store.db)
  await store.close()
  const found = await examine(readConfig({}, doctor.env))
  expect(found.some(({ check, status }) => check === 'durability' && status === 'problem')).toBe(
    rows[0]!.fsync === 'off',
  )
})

test.skipIf(embedded)('a user who may not create tables', async () => {
  const url = new URL(doctor.env['DATABASE_URL']!)
  await doctor.run(`do $$ begin create role doctor_reader login; exception when duplicate_object then null; end $$;
    grant select on all tables in schema public to doctor_reader`)
  url.username = 'doctor_reader'
  const checks = (await findings({ DATABASE_URL: url.href })).map(({ check }) => check)
  expect(checks).toContain('permissions')
  await doctor.run('drop owned by doctor_reader; drop role doctor_reader')
})
