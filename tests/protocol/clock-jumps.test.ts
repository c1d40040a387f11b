import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { claimImports } from '../../server/src/files/import/import-row.ts'
import { sendMails } from '../../server/src/jobs/mail/send-mails.ts'
import { beginSession } from '../../server/src/people/sessions.ts'
import { claimWatch } from '../../server/src/portal/watch-prices.ts'
import { useOwnService } from '../given/service.ts'
import { newBrowser } from '../given/browser.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { importingStaff } from '../given/import.ts'
import { expectDone, givenCustomer } from '../given/given.ts'
import { givenMember } from '../given/member.ts'
import { givenPerson, mailsTo } from '../given/person.ts'

const LIMIT = 120
const DAY_MS = 86_400_000
const service = useOwnService({ rateLimit: LIMIT })

/** Does something while the clock of the service is a day ahead. */
async function aDayAhead<T>(work: () => Promise<T>): Promise<T> {
  const before = service.time.now
  const back = () => {
    service.time.now = before
  }
  onTestFinished(back)
  service.later(DAY_MS)
  return work().finally(back)
}

test('a key that has used up its requests works at once', async () => {
  const workspace = await service.workspace()
  await aDayAhead(async () => {
    await workspace.get('/workspace')
    await sql`update rate_limit_window set requests = ${LIMIT} where workspace_id = ${workspace.id}`.execute(
      service.context.db,
    )
    expect((await workspace.get('/workspace')).status).toBe(429)
  })
  const { status, headers } = await workspace.get('/workspace')
  expect([status, headers.get('ratelimit')]).toEqual([200, `"default";r=${LIMIT - 1};t=60`])
})

test('whoever has tried too many passwords signs in, and whoever has asked for too many links gets one', async () => {
  const person = await givenPerson(service.context)
  const browser = newBrowser(service)
  const signIn = async (password: string) =>
    (await browser.call('POST', '/account/sign-in', { email: person.email, password })).status
  const askForLink = () => browser.call('POST', '/account/link', { email: person.email })
  const links = await aDayAhead(async () => {
    for (let i = 0; i < 10; i++) expect(await signIn('not this one')).toBe(401)
    expect(await signIn(person.password)).toBe(429)
    for (let i = 0; i < 6; i++) expectDone(await askForLink())
    return (await mailsTo(service.context, person.email)).length
  })
  expectDone(await askForLink())
  expect(await mailsTo(service.context, person.email)).toHaveLength(links + 1)
  expect(await signIn(person.password)).toBe(200)
})

test('a proof that was given then counts for nothing', async () => {
  const workspace = await service.workspace()
  const owner = await givenMember(service, workspace, 'owner')
  const makeKey = async () => (await owner.post('/keys', { name: 'ERP', scope: 'read' })).status
  const session = await aDayAhead(async () => {
    await beginSession(service.context, owner.id)
    await service.context.db
      .updateTable('session')
      .set({ proved_at: service.time.now })
      .where('person_id', '=', owner.id)
      .execute()
    return makeKey()
  })
  expect([session, await makeKey()]).toEqual([200, 403])
})

test('a mail that was queued then is sent at once', async () => {
  const person = await givenPerson(service.context)
  const askForLink = () => newBrowser(service).call('POST', '/account/link', { email: person.email })
  await aDayAhead(askForLink)
  const sent: string[] = []
  await sendMails(
    service.context,
    async ({ recipient }) => void sent.push(recipient),
    (error) => expect(error).toBe(undefined),
  )
  expect(sent).toContain(person.email)
})

test('what a killed process had claimed is claimed by another one', async () => {
  const { workspace, staff, upload, act } = await importingStaff(service)
  const { id } = await upload('spring.csv', 'SKU,Name,Price,Unit\nA-1,Plate,1,each')
  await act(id, 'check')
  expectDone(await staff.post(`/imports/${id}/start`))
  const customerId = await givenCustomer(workspace)
  const claimBoth = async () => [
    (await claimImports(service.context, 1, [])).map((claim) => claim.id),
    await claimWatch({ ...workspace.context, customerId }),
  ]
  await aDayAhead(async () => expect(await claimBoth()).toEqual([[id], true]))
  expect(await claimBoth()).toEqual([[id], true])
})

test('staff see when a buyer was here', async () => {
  const workspace = await service.workspace()
  const customerId = await givenCustomer(workspace)
  const buyer = await givenSignedInBuyer(service, workspace, customerId)
  await aDayAhead(() => buyer.get('/portal'))
  await buyer.get('/portal')
  const { last_seen_at } = await service.context.db
    .selectFrom('buyer')
    .select('last_seen_at')
    .where('workspace_id', '=', workspace.id)
    .where('id', '=', buyer.id)
    .executeTakeFirstOrThrow()
  expect(last_seen_at).toEqual(service.time.now)
})
