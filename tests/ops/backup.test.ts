import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { backedUpTables } from '../../server/src/ops/backup/backup-format.ts'
import { restoreBackup } from '../../server/src/ops/backup/restore-backup.ts'
import { openDatabase, openStore } from '../../server/src/database/open.ts'
import { inviteMember } from '../../server/src/people/invitations.ts'
import { beginSession } from '../../server/src/people/sessions.ts'
import { newBrowser } from '../given/browser.ts'
import { expectDone } from '../given/given.ts'
import type { TestPasskey } from '../given/authenticator.ts'
import { challengeFor, givenPasskey } from '../given/passkey.ts'
import { givenPerson } from '../given/person.ts'
import { createKey, listKeys, revokeKey } from '../../server/src/workspaces/keys.ts'
import { newDatabase } from '../engines/test-store.ts'
import { bodies } from '../given/every-read.ts'
import { useOwnService } from '../given/service.ts'
import { changesOfSample, sampleOf } from '../given/changes-of-sample.ts'
import { useBackedUpSample } from '../given/use-backed-up-sample.ts'

const sample = useBackedUpSample()
const { service, folder, backUp } = sample
const elsewhere = useOwnService()
const inSample = () => sampleOf(service)
const changes = changesOfSample(service, () => sample.key)

test('a backup is restored on another database, of either kind, and its backup holds the same', async () => {
  elsewhere.time.now = new Date(service.time.now.getTime() + 60_000)
  const dataDir = mkdtempSync(join(folder, 'embedded-'))
  const embedded = await openStore({ engine: 'embedded', dataDir })
  const context = { ...service.context, db: embedded.db }
  await restoreBackup(context, { file: sample.backup, replace: false })
  const copy = await backUp({ context })
  await embedded.close()
  await restoreBackup(elsewhere.context, { file: copy, replace: false })
  const moved = await sample.readAll(elsewhere)
  expect(bodies(moved)).toEqual(bodies(sample.before))
  const lost = await sample.readAll()
  for (const [path, { tag }] of moved) expect([sample.before.get(path)!.tag, lost.get(path)!.tag]).not.toContain(tag)
  expect(contents(copy)).toEqual(contents(sample.backup))
})

/** Its rows, but for the revisions and what it was restored from, and in no order. */
function contents(file: string): string[] {
  return linesOf(file)
    .filter((line) => line.startsWith('{') && !/"(revision|database_id)" ?:/.test(line))
    .toSorted()
}

function linesOf(file: string): string[] {
  return zstdDecompressSync(readFileSync(file)).toString().trimEnd().split('\n')
}

test('every table is backed up but what is of the moment', async () => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(service.context.db)
  const left = new Set(rows.map(({ name }) => name)).difference(
    new Set((await backedUpTables(service.context.db)).map(({ name }) => name)),
  )
  expect([...left].toSorted()).toEqual([
    'account_link',
    'attempt_window',
    'company_sign_in',
    'known_device',
    'mail',
    'passkey_challenge',
    'rate_limit_window',
    'schema_identity',
    'schema_migration',
    'session',
    'set_up_code',
  ])
})

test('where the restore fails half-way, everything is as it was', async () => {
  await changes['sync products']()
  const now = await glance()
  const [header, ...lines] = linesOf(sample.backup).slice(0, -1)
  const kept = [header, ...lines.filter((line) => !/"account_code" ?:/.test(line))]
  const sha256 = createHash('sha256')
    .update(`${kept.join('\n')}\n`)
    .digest('hex')
  const rows = kept.filter((line) => line!.startsWith('{')).length
  const orphaned = join(folder, 'orphaned.backup')
  writeFileSync(orphaned, zstdCompressSync(`${kept.join('\n')}\n${JSON.stringify(['end', { rows, sha256 }])}\n`))
  await expect(restoreBackup(service.context, { file: orphaned, replace: true })).rejects.toThrow(/foreign key/)
  expect(await glance()).toEqual(now)
  await restoreBackup(service.context, { file: sample.backup, replace: true })
  expect(bodies(await sample.readAll())).toEqual(bodies(sample.before))
})

/** Enough to tell whether anything has moved: any write does move the tag. */
async function glance() {
  const answers = await Promise.all(
    ['/products', '/customers', '/activity'].map((path) => service.call('GET', path, { key: sample.key })),
  )
  return answers.map(({ headers, body }) => ({ tag: headers.get('etag'), body }))
}

test('a database that has a workspace is left as it is, unless it is to be replaced', async () => {
  await service.workspace()
  const now = await glance()
  await expect(restoreBackup(service.context, { file: sample.backup, replace: false })).rejects.toThrow(
    /^The database has 2 workspaces, and is left as it is\. To put the backup in their place: --replace\.$/,
  )
  expect(await glance()).toEqual(now)
})

test('a key that was revoked since stays revoked', async () => {
  const { id } = await createKey(inSample(), { name: 'Leaked', scope: 'write' })
  const file = await backUp(service)
  await revokeKey(inSample(), id)
  expect(await restoreBackup(service.context, { file, replace: true })).toMatchObject({ keysStillRevoked: 1 })
  expect((await listKeys(service.context)).find((listed) => listed.id === id)!.revokedAt).not.toBe(null)
})

test('people are in the backup: they sign in again, with the latest password, and used invitations stay used', async () => {
  const person = await givenPerson(service.context)
  const { email, password } = person
  const [used, open] = await Promise.all(
    ['used', 'open'].map((name) =>
      inviteMember(inSample(), { email: `${name}-${email}`, role: 'manager' }).then(({ link }) =>
        link!.split('/').at(-1)!,
      ),
    ),
  )
  const browser = newBrowser(service)
  await browser.call('POST', '/account/sign-in', { email, password })
  const file = await backUp(service)
  await newBrowser(service).call('POST', `/account/invitation/${used}`, { name: 'Una', password: 'una long password' })
  await browser.call('PATCH', '/account/me', { password: 'a later password', currentPassword: password })
  await restoreBackup(service.context, { file, replace: true })

  expect((await browser.call('GET', '/account/me')).status).toBe(401)
  expect((await browser.call('POST', '/account/sign-in', { email, password })).status).toBe(401)
  expectDone(await browser.call('POST', '/account/sign-in', { email, password: 'a later password' }))
  expect((await browser.call('GET', `/account/invitation/${used}`)).status).toBe(404)
  expectDone(await browser.call('GET', `/account/invitation/${open}`))
})

test('passkeys are in the backup; one that was removed since stays removed', async () => {
  const browser = newBrowser(service)
  browser.token = await beginSession(service.context, (await givenPerson(service.context)).id)
  const [kept, removed] = [await givenPasskey(browser), await givenPasskey(browser)]
  const file = await backUp(service)
  expectDone(await browser.call('DELETE', `/account/passkeys/${removed.listed}`))
  await restoreBackup(service.context, { file, replace: true })
  const signIn = async (passkey: TestPasskey) => {
    const answer = passkey.answer(await challengeFor(browser, 'sign-in'))
    return (await browser.call('POST', '/account/sign-in/passkey', { passkey: answer })).status
  }
  expect([await signIn(kept), await signIn(removed)]).toEqual([200, 401])
})

test('of a database from before the first release no backup is made', async () => {
  const database = await newDatabase()
  const store = await openDatabase(database.config)
  await store.runScript(`update schema_migration set name = '0001_catalogue'`)
  await expect(backUp({ context: { ...service.context, db: store.db } })).rejects.toThrow(
    /^The database is from before the first release/,
  )
  await store.close()
  await database.remove()
})
