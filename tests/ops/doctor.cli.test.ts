import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../../server/src/database/open.ts'
import { examine } from '../../server/src/ops/doctor/database.ts'
import type { Finding } from '../../server/src/ops/doctor/finding.ts'
import { readConfig } from '../../server/src/config.ts'
import { newDatabase } from '../engines/test-store.ts'
import { environment, runCli, startServer } from '../given/run-cli.ts'
import { unwell, useDoctor } from '../given/use-doctor.ts'

const embedded = inject('engine').name === 'pglite'
const doctor = useDoctor()
const { findings, whileBroken } = doctor

/** A finding that is a problem. */
const problem = (check: string, message: unknown, advice: unknown) => ({ check, status: 'problem', message, advice })

test('a sound service is found to be, stopped and running, with nothing changed', async () => {
  const { stdout, stderr } = await runCli(['doctor'], doctor.env)
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^ok {7}configuration: On .*\n\d problems?, 0 warnings\.\n$/s)
  expect(stdout).toContain('ok       jobs: None is late.')
  const server = await startServer(doctor.env)
  const { stdout: running } = await runCli(['doctor', '--json'], doctor.env)
  await server.stop()
  const { findings } = JSON.parse(running) as { findings: Finding[] }
  expect(unwell(findings)).toEqual([])
  expect(findings.map(({ check }) => check)).toEqual(expect.arrayContaining(['schema', 'outbox', 'jobs']))
})

describe('what is broken', () => {
  test('doctor names what should have happened, and what to do', async () => {
    const hourAgo = "now() - interval '1 hour'"
    const importing = `insert into data_import (workspace_id, id, kind, file, file_name, uploaded_by, created_at, status, started_at, finished_at, problem)`
    const broken = `
      insert into price_change (workspace_id, id, name, status, scheduled_for, created_by, created_at, updated_at)
        values ('${doctor.workspace}', gen_random_uuid(), 'Late', 'scheduled', ${hourAgo}, '{}', now(), now());
      ${importing} values ('${doctor.workspace}', gen_random_uuid(), 'products', '{}', 'a.csv', '{}', ${hourAgo}, 'importing', ${hourAgo}, null, null),
        ('${doctor.workspace}', gen_random_uuid(), 'products', '{}', 'b.csv', '{}', ${hourAgo}, 'failed', ${hourAgo}, now(),
          'Something went wrong in the service. What was imported stays; you can go on with the rest.')`
    await whileBroken(broken, 'delete from price_change; delete from data_import', async () => {
      expect(await findings()).toEqual([
        problem('jobs', '1 price change should have been published.', expect.stringContaining('Start the service')),
        problem('jobs', '1 import should have gone on.', expect.stringContaining('see its log')),
        { check: 'imports', status: 'warning', message: '1 import failed within a day.', advice: expect.any(String) },
      ])
      const { code, stdout } = await runCli(['doctor'], doctor.env)
      expect(code).toBe(1)
      expect(stdout).toContain('problem  jobs: 1 import should have gone on.\n         → Start the service.')
      expect(stdout).toMatch(/\n[2-9] problems, 1 warning\.\n$/)
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

  test('doctor names settings that are unsafe', async () => {
    const odd = await findings({
      HOST: '0.0.0.0',
      LOG_LEVEL: 'silent',
      PUBLIC_URL: 'https://trade.example',
    })
    const messages = odd.map(({ message }) => message).join('\n')
    expect(messages).toMatch(/HOST is 0\.0\.0\.0, without TLS.*/)
    expect(messages).toMatch(/PUBLIC_URL is HTTPS, and no proxy is trusted/)
    expect(messages).toMatch(/LOG_LEVEL is silent/)
  })

  test('doctor names nothing once all is mended', async () => {
    expect(await findings()).toEqual([])
  })
})

test('a database from before the first release is a problem', async () => {
  const old = await newDatabase()
  const store = await openDatabase(old.config)
  await store.runScript(`update schema_migration set name = '0001_catalogue'`)
  await store.close()
  expect(await findings(environment(old.config))).toContainEqual({
    check: 'database',
    status: 'problem',
    message: expect.stringMatching(/^The database is from before the first release, and cannot be upgraded: /),
    advice: expect.any(String),
  })
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
