import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { done, expectDone } from '../given/given.ts'
import { callAppApi } from '../given/app-api-calls.ts'
import { givenMember } from '../given/member.ts'

const service = useService()
const DAY_MS = 86_400_000

test('a member reads the workspace, and who they are in it', async () => {
  const workspace = await service.workspace()
  const staff = await givenMember(service, workspace, 'manager')
  expect(await done(staff.get('/workspace'))).toMatchObject({
    id: workspace.id,
    slug: staff.slug,
    isSample: false,
    me: { id: staff.id, name: 'Sam Staff', email: staff.email, role: 'manager' },
  })
})

test('without a session nobody reads, and with another one it is as if there were no such workspace', async () => {
  const workspace = await service.workspace()
  const owner = await givenMember(service, workspace, 'owner')
  const stranger = await givenMember(service, await service.workspace(), 'owner')
  const path = `/${owner.slug}/workspace`
  for (const token of [undefined, '', 'no-token', `${owner.token}x`]) {
    expect((await callAppApi(service, token, 'GET', `/console${path}`)).status).toBe(401)
  }
  expect((await callAppApi(service, stranger.token, 'GET', `/console${path}`)).status).toBe(404)
  for (const slug of ['no-such-place', '%00', 'ab', 'x'.repeat(5_000), '%F0%9F%98%80', `${owner.slug}%20`]) {
    expect((await callAppApi(service, owner.token, 'GET', `/console/${slug}/workspace`)).status).toBe(404)
  }
})

test('an answer that is unchanged costs a 304, until role or workspace change', async () => {
  const workspace = await service.workspace()
  const owner = await givenMember(service, workspace, 'owner')
  const { headers } = await owner.get('/workspace')
  const tag = { 'if-none-match': headers.get('etag')! }
  expect((await owner.get('/workspace', tag)).status).toBe(304)
  await service.context.db
    .updateTable('member')
    .set({ role: 'manager' })
    .where('workspace_id', '=', workspace.id)
    .execute()
  expect((await done(owner.get('/workspace', tag))).me.role).toBe('manager')
})

test('a session lasts for 30 days after its last use', async ({ onTestFinished }) => {
  const owner = await givenMember(service, await service.workspace(), 'owner')
  const began = service.time.now
  onTestFinished(() => {
    service.time.now = began
  })
  const after = (days: number) => {
    service.time.now = new Date(began.getTime() + days * DAY_MS)
    return owner.get('/workspace')
  }
  expectDone(await after(29))
  expectDone(await after(58))
  expect((await after(88.1)).status).toBe(401)
})
