import { expect, test } from 'vitest'
import type { LostAccess } from '../../server/src/ops/backup/check-backup.ts'
import { restoreBackup } from '../../server/src/ops/backup/restore-backup.ts'
import { deleteCustomer } from '../../server/src/customers/edit-customer.ts'
import { disableBuyer, editBuyer } from '../../server/src/customers/buyers.ts'
import { inviteBuyerToSignIn } from '../../server/src/people/invitations.ts'
import { removeMember, setRole } from '../../server/src/people/members.ts'
import { newBrowser } from '../given/browser.ts'
import { expectDone, givenCustomer } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { givenMember } from '../given/member.ts'
import { alterCustomer } from '../given/order.ts'
import { givenPerson, latestMail } from '../given/person.ts'
import { useOwnService } from '../given/service.ts'
import type { TestService } from '../given/service.ts'
import { useBackedUpSample } from '../given/use-backed-up-sample.ts'

const { service, backUp } = useBackedUpSample()
const elsewhere = useOwnService()

const restore = async (file: string, of: TestService = service) =>
  (await restoreBackup(of.context, { file, replace: true })).stillLost

const names = (losses: LostAccess[]) => losses.map(({ lost, name }) => `${lost} ${name}`).toSorted()

test('who lost access since a backup does not get it back, from this one or another', async () => {
  const workspace = await service.workspace()
  const { context } = workspace
  const customer = await givenCustomer(workspace, { accountCode: 'QUAY' })
  const [asleep, gone] = [
    await givenCustomer(workspace, { accountCode: 'ASLEEP' }),
    await givenCustomer(workspace, { accountCode: 'GONE' }),
  ]
  const boss = await givenMember(service, workspace, 'owner')
  const [removed, lowered, held] = [
    await givenMember(service, workspace, 'owner', { name: 'Removed' }),
    await givenMember(service, workspace, 'owner', { name: 'Lowered' }),
    await givenMember(service, workspace, 'orders', { name: 'Held' }),
  ]
  const buyers = {
    disabled: await givenSignedInBuyer(service, workspace, customer, { name: 'Disabled' }),
    preparing: await givenSignedInBuyer(service, workspace, customer, { name: 'Preparing' }),
    kept: await givenSignedInBuyer(service, workspace, customer, { name: 'Kept' }),
    deleted: await givenSignedInBuyer(service, workspace, gone, { name: 'Deleted' }),
  }
  const invited = await inviteBuyerToSignIn(context, { customer: gone, name: 'Ina', email: 'ina@quay.example' })
  const first = await backUp(service)
  service.later()
  await givenCustomer(workspace, { accountCode: 'LATER' })
  await setRole(context, { personId: boss.id, role: 'manager' })
  await setRole(context, { personId: boss.id, role: 'owner' })
  const second = await backUp(service)
  service.later()
  await removeMember(context, { personId: removed.id })
  await setRole(context, { personId: lowered.id, role: 'manager' })
  await setRole(context, { personId: held.id, role: 'orders', onlyOwnCustomers: true })
  await disableBuyer(context, { id: buyers.disabled.id })
  await editBuyer(context, { id: buyers.preparing.id, orderLimit: 0 })
  await alterCustomer(workspace, asleep, { active: false })
  await deleteCustomer(context, { customer: gone })
  service.later()

  const losses = await restore(first)
  expect(names(losses)).toEqual([
    'buyer Deleted',
    'buyer Disabled',
    'customer Quay Café',
    'held Held',
    'membership Removed',
    'ordering Preparing',
    'role Lowered',
  ])
  expect(losses.every(({ workspaceId }) => workspaceId === workspace.id)).toBe(true)
  await expectLost()
  const recorded = await context.db
    .selectFrom('activity')
    .select(['action', 'changes'])
    .where('workspace_id', '=', workspace.id)
    .where('at', '=', service.time.now)
    .execute()
  const ofBuyer = recorded.find(({ action }) => action === 'buyer.update')
  expect(ofBuyer?.changes).toEqual({ orderLimit: { from: null, to: 0 } })
  const ofRoles = recorded.filter(({ action }) => action === 'member.set_role').map(({ changes }) => changes)
  expect(new Set(ofRoles)).toEqual(
    new Set([{ role: { from: 'owner', to: 'manager' } }, { onlyOwnCustomers: { from: false, to: true } }]),
  )
  expect(recorded.map(({ action }) => action).toSorted()).toEqual(
    [
      'buyer.disable',
      'buyer.disable',
      'buyer.update',
      'customer.update',
      'member.remove',
      'member.set_role',
      'member.set_role',
    ].toSorted(),
  )

  // A later backup, of before they lost it.
  service.later()
  expect(names(await restore(second))).toEqual(names(losses))
  await expectLost()

  async function expectLost() {
    const { db } = context
    const members = await db
      .selectFrom('member')
      .select(['person_id', 'role', 'only_own_customers as isHeld'])
      .where('workspace_id', '=', workspace.id)
      .execute()
    expect(
      new Map(members.map(({ person_id, role, isHeld }) => [person_id, `${role}${isHeld ? ' held' : ''}`])),
    ).toEqual(
      new Map([
        [boss.id, 'owner'],
        [lowered.id, 'manager'],
        [held.id, 'orders held'],
      ]),
    )
    const rows = await db
      .selectFrom('buyer')
      .select(['name', 'status', 'order_limit'])
      .where('workspace_id', '=', workspace.id)
      .where('person_id', 'is not', null)
      .orderBy('name')
      .execute()
    expect(rows.map(({ name, status, order_limit }) => `${name} ${status} ${order_limit}`)).toEqual([
      'Deleted disabled null',
      'Disabled disabled null',
      'Kept active null',
      'Preparing active 0',
    ])
    expect(
      (await newBrowser(service).call('GET', `/account/invitation/${invited.link!.split('/').at(-1)}`)).status,
    ).toBe(404)
  }
})

test('deleted passwords and former e-mail addresses do not come back', async () => {
  const [proved, moved, heir, same] = await Promise.all(
    ['Proved', 'Moved', 'Heir', 'Same'].map((name) =>
      givenPerson(service.context, { name, isVerified: name !== 'Proved' }),
    ),
  )
  const file = await backUp(service)
  service.later()
  const { db } = service.context
  const now = { updated_at: service.time.now }
  await db.deleteFrom('password').where('person_id', '=', proved!.id).execute()
  await db
    .updateTable('person')
    .set({ email_verified: true, ...now })
    .where('id', '=', proved!.id)
    .execute()
  // Somebody gets the address that somebody else had.
  const give = (id: string, email: string) =>
    db
      .updateTable('person')
      .set({ email, email_key: email.toLowerCase(), ...now })
      .where('id', '=', id)
      .execute()
  await give(moved!.id, 'moved@elsewhere.example')
  await give(heir!.id, moved!.email)
  expect(names(await restore(file))).toEqual(['email Heir', 'email Moved', 'password Proved'])

  const people = await db.selectFrom('person').select(['name', 'email', 'email_verified']).execute()
  const addressOf = (name: string) => people.find((person) => person.name === name)
  expect(addressOf('Moved')).toMatchObject({ email: 'moved@elsewhere.example' })
  expect(addressOf('Heir')).toMatchObject({ email: moved!.email })
  expect(addressOf('Proved')).toMatchObject({ email_verified: true })
  const signIn = ({ email, password }: { email: string; password: string }) =>
    newBrowser(service).call('POST', '/account/sign-in', { email, password })
  expect((await signIn(proved!)).status).toBe(401)
  expect((await signIn(heir!)).status).toBe(401)
  expect((await signIn({ ...heir!, email: moved!.email })).status).toBe(200)
  expect((await signIn(same!)).status).toBe(200)
})

test('a database that is older than the backup, or knows nothing of it, takes nothing away', async () => {
  const workspace = await service.workspace()
  const old = await backUp(service)
  service.later()
  const owner = await givenMember(service, workspace, 'owner')
  await setRole(workspace.context, { personId: (await givenMember(service, workspace, 'owner')).id, role: 'manager' })
  const file = await backUp(service)
  expect(await restore(old)).toEqual([])
  expect(await restore(file)).toEqual([])
  expect(await restore(file, elsewhere)).toEqual([])
  for (const { context } of [service, elsewhere]) {
    const members = await context.db
      .selectFrom('member')
      .select('person_id')
      .where('workspace_id', '=', workspace.id)
      .execute()
    expect(members.map(({ person_id }) => person_id)).toContain(owner.id)
  }
})

test('a password that was ended by calling a new e-mail off stays ended, and the other links for that still work', async () => {
  const person = await givenPerson(service.context)
  const file = await backUp(service)
  service.later()
  const browser = newBrowser(service)
  expectDone(await browser.call('POST', '/account/sign-in', person))
  const ask = (email: string) =>
    browser.call('PATCH', '/account/me', { email: `${email}-${person.email}`, currentPassword: person.password })
  expectDone(await ask('first'))
  const first = await latestMail(service.context, person.email)
  service.later()
  expectDone(await ask('second'))
  const second = await latestMail(service.context, person.email)
  expectDone(await newBrowser(service).call('POST', '/account/new-email/call-off', { token: second.token }))
  expect(names(await restore(file))).toEqual(['password Pat Person'])
  expect((await newBrowser(service).call('POST', '/account/sign-in', person)).status).toBe(401)
  expectDone(await newBrowser(service).call('POST', '/account/new-email/call-off', { token: first.token }))
})
