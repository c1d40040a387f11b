import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { useService } from '../given/service.ts'
import type { Answer } from '../given/service.ts'
import { newBrowser } from '../given/browser.ts'
import type { TestBrowser } from '../given/browser.ts'
import { expectDone } from '../given/given.ts'
import { givenMember } from '../given/member.ts'
import { challengeFor, givenPasskey } from '../given/passkey.ts'

// On the embedded database transactions take turns, so there a write in progress is over anyway.
const onPostgres = inject('engine').name === 'postgres'
const service = useService()

/** Two owners of one workspace. A passkey proved the session of the first. */
async function givenOwners() {
  const workspace = await service.workspace()
  const owner = async () => {
    const { id, slug, token } = await givenMember(service, workspace, 'owner')
    const browser = newBrowser(service)
    browser.token = token
    return { id, slug, browser }
  }
  const [boss, other] = [await owner(), await owner()]
  await givenPasskey(boss.browser)
  return { boss, other, people: `/console/${boss.slug}/people` }
}

type Loss = { writer: TestBrowser; take: () => Promise<Answer> }

const LOSSES: Record<string, () => Promise<Loss & { slug: string }>> = {
  'the removal of a member': async () => {
    const { boss, other, people } = await givenOwners()
    const take = () => boss.browser.call('DELETE', `${people}/${other.id}`)
    return { slug: boss.slug, writer: other.browser, take }
  },
  'the removal of a passkey': async () => {
    const { other } = await givenOwners()
    const passkey = await givenPasskey(other.browser)
    const writer = newBrowser(service)
    const answer = passkey.answer(await challengeFor(writer, 'sign-in'))
    expectDone(await writer.call('POST', '/account/sign-in/passkey', { passkey: answer }))
    const take = () => other.browser.call('DELETE', `/account/passkeys/${passkey.listed}`)
    return { slug: other.slug, writer, take }
  },
  'the need for passkeys': async () => {
    const { boss, other, people } = await givenOwners()
    const take = () => boss.browser.call('PUT', `${people}/passkeys`, { areNeeded: true })
    return { slug: boss.slug, writer: other.browser, take }
  },
}

test.runIf(onPostgres).each(Object.keys(LOSSES))(
  '%s waits for writes in progress of those it shuts out',
  async (what) => {
    const { slug, writer, take } = await LOSSES[what]!()
    const done: string[] = []
    const note = async (which: string, answer: Promise<Answer>) => {
      expectDone(await answer)
      done.push(which)
    }
    const calls: Promise<void>[] = []
    await service.context.db.transaction().execute(async (db) => {
      await sql`lock table api_key in share mode`.execute(db)
      calls.push(note('write', writer.call('POST', `/console/${slug}/keys`, { name: 'ERP', scope: 'write' })))
      await expect.poll(waitingForLocks).toBe(1)
      calls.push(note('loss', take()))
      await expect.poll(async () => done.length > 0 || (await waitingForLocks()) === 2).toBe(true)
      expect(done).toEqual([])
    })
    await Promise.all(calls)
    expect(done).toEqual(['write', 'loss'])
  },
)

/** How many connections of the service wait for a lock. */
async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(service.context.db)
  return rows[0]!.count
}
