import { expect, test } from 'vitest'
import { readEditablePortal, updatePortalSettings } from '../../server/src/portal/portal-settings.ts'
import { useService } from '../given/service.ts'
import type { Answer } from '../given/service.ts'
import { newBrowser } from '../given/browser.ts'
import { done, expectDone, givenCustomer } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { givenMember } from '../given/member.ts'
import { latestMail } from '../given/person.ts'

const service = useService()
let number = 0
const newEmail = () => `taken-back-${process.pid}-${(number += 1)}@harbour.example`

/** The token of the invitation that was answered. */
async function invited(answer: Promise<Answer>): Promise<string> {
  const got = await done(answer)
  return new URL(got.link).pathname.replace('/invitation/', '')
}

async function givenInvites() {
  const workspace = await service.workspace()
  const { context } = workspace
  const boss = await givenMember(service, workspace, 'owner', { name: 'Bea Boss' })
  const owner = await givenMember(service, workspace, 'owner')
  const customer = await givenCustomer(workspace)
  const emails = { staff: newEmail(), buyer: newEmail(), other: newEmail() }
  const tokens = {
    staff: await invited(owner.post('/people/invitations', { email: emails.staff, role: 'owner' })),
    buyer: await invited(owner.post(`/customers/${customer}/buyers`, { name: 'Bo', email: emails.buyer })),
    other: await invited(boss.post('/people/invitations', { email: emails.other, role: 'manager' })),
  }
  const isOpen = async (token: string) =>
    (await newBrowser(service).call('GET', `/account/invitation/${token}`)).status === 200
  const lastChanges = async () => (await boss.get('/activity?limit=1')).body.data[0].changes
  return { workspace, context, boss, owner, customer, emails, tokens, isOpen, lastChanges }
}

test('with a removed owner go all invitations that they made', async () => {
  const { boss, owner, emails, tokens, isOpen, lastChanges } = await givenInvites()
  const { body } = await boss.delete(`/people/${owner.id}`)
  const both = [emails.staff, emails.buyer].toSorted()
  expect(body.data).toEqual({ id: owner.id, invitationsTakenBack: both })
  expect(await lastChanges()).toMatchObject({ invitationsTakenBack: both })
  expect(await Promise.all([tokens.staff, tokens.buyer, tokens.other].map(isOpen))).toEqual([false, false, true])
})

test('with the role of an owner go the invitations to the staff alone', async () => {
  const { boss, owner, emails, tokens, isOpen, lastChanges } = await givenInvites()
  const { body } = await boss.put(`/people/${owner.id}/role`, { role: 'manager' })
  expect(body.data.invitationsTakenBack).toEqual([emails.staff])
  expect(await lastChanges()).toMatchObject({ invitationsTakenBack: [emails.staff] })
  expect(await Promise.all([tokens.staff, tokens.buyer, tokens.other].map(isOpen))).toEqual([false, true, true])
})

test.each(['disabled', 'limited'])('with a buyer who is %s go the invitations of colleagues', async (how) => {
  const { workspace, context, boss, customer, isOpen } = await givenInvites()
  const settings = await readEditablePortal(context)
  await updatePortalSettings(context, { ...settings, allowColleagues: true })
  const chief = await givenSignedInBuyer(service, workspace, customer)
  const email = newEmail()
  expectDone(await chief.post('/colleagues', { name: 'Col', email }))
  const { token } = await latestMail(context, email)
  expect(await isOpen(token)).toBe(true)
  const { body } =
    how === 'disabled'
      ? await boss.post(`/buyers/${chief.id}/disable`)
      : await boss.patch(`/buyers/${chief.id}`, { orderLimit: 50_000 })
  expect(body.data.invitationsTakenBack).toEqual([email])
  expect(await isOpen(token)).toBe(false)
})
