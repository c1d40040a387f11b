import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useCheapHashes } from '../accounts/cheap-hashes.ts'
import { useShortWaits } from '../accounts/short-waits.ts'
import { useService } from '../given/service.ts'
import { newBrowser } from '../given/browser.ts'
import { done, expectDone, invalidFields } from '../given/given.ts'
import { givenMember } from '../given/member.ts'
import { givenPerson, latestMail, mailsTo } from '../given/person.ts'
import { later } from '../given/later.ts'

const service = useService()
useCheapHashes()
useShortWaits()
const DAY_MS = 86_400_000
const newEmail = () => `${randomUUID()}@new.example`

async function givenAskedFor({ isVerified = true } = {}) {
  const person = await givenPerson(service.context, { isVerified })
  const browser = newBrowser(service)
  expectDone(await browser.call('POST', '/account/sign-in', person))
  const email = newEmail()
  const asked = await browser.call('PATCH', '/account/me', { email, currentPassword: person.password })
  expectDone(asked)
  const { token } = await latestMail(service.context, email)
  return { person, browser, email, token, asked, use: { token } }
}

const callOffToken = async (email: string) =>
  (await latestMail(service.context, email, { subject: 'Your e-mail at Trade Catalogue is about to change' })).token

test('another e-mail needs the password, and waits until the link that was sent to it is used', async () => {
  const { person, browser, email, use, asked } = await givenAskedFor()
  const change = (fields: object) => browser.call('PATCH', '/account/me', fields)
  expect(invalidFields(await change({ email: newEmail() }))).toEqual(['currentPassword'])
  expect(invalidFields(await change({ email: 'no address', currentPassword: person.password }))).toEqual(['email'])
  expect(asked.body.data).toMatchObject({ email: person.email, waitingEmail: email })
  expect((await newBrowser(service).call('POST', '/account/sign-in', { ...person, email })).status).toBe(401)

  const other = newBrowser(service)
  expectDone(await other.call('POST', '/account/sign-in', person))
  expect(await done(browser.call('POST', '/account/new-email/use', use))).toMatchObject({ email, waitingEmail: null })
  expectDone(await browser.call('GET', '/account/me'))
  expect((await other.call('GET', '/account/me')).status).toBe(401)
  expectDone(await newBrowser(service).call('POST', '/account/sign-in', { ...person, email }))
  expect((await newBrowser(service).call('POST', '/account/sign-in', person)).status).toBe(401)
  expect((await browser.call('POST', '/account/new-email/use', use)).status).toBe(400)
})

test('the link to a new e-mail works only in the account that asked for it', async () => {
  const { email, use, browser } = await givenAskedFor()
  const stranger = newBrowser(service)
  expect((await stranger.call('POST', '/account/new-email/use', use)).status).toBe(401)
  expectDone(await stranger.call('POST', '/account/sign-in', await givenPerson(service.context)))
  expect((await stranger.call('POST', '/account/new-email/use', use)).status).toBe(400)
  expect((await browser.call('POST', '/account/link/use', use)).status).toBe(400)
  expect((await browser.call('POST', '/account/reset', { ...use, password: 'a new password' })).status).toBe(400)
  expect((await done(browser.call('POST', '/account/new-email/use', use))).email).toBe(email)
})

test('a new e-mail that waits is called off on the page, by another wish, by a new password, or after a day', async () => {
  const refused = async (given: Awaited<ReturnType<typeof givenAskedFor>>) => {
    expect((await given.browser.call('POST', '/account/new-email/use', given.use)).status).toBe(400)
    expect((await given.browser.call('GET', '/account/me')).body.data.email).toBe(given.person.email)
  }
  const onPage = await givenAskedFor()
  expect((await onPage.browser.call('DELETE', '/account/new-email')).body.data.waitingEmail).toBe(null)
  await refused(onPage)

  const twice = await givenAskedFor()
  const { password: currentPassword } = twice.person
  expectDone(await twice.browser.call('PATCH', '/account/me', { email: newEmail(), currentPassword }))
  await refused(twice)

  const replaced = await givenAskedFor()
  expectDone(await replaced.browser.call('PATCH', '/account/me', { password: 'a new password', currentPassword }))
  await refused(replaced)

  const late = await givenAskedFor()
  later(service, DAY_MS)
  await refused(late)
})

test('an e-mail that somebody else has is not taken, and only who reads its mail learns of it', async () => {
  const { person, browser } = await givenAskedFor()
  const other = await givenPerson(service.context)
  const asked = await done(
    browser.call('PATCH', '/account/me', { email: other.email, currentPassword: person.password }),
  )
  expect(asked.waitingEmail).toBe(other.email)
  const { token } = await latestMail(service.context, other.email)
  const used = await browser.call('POST', '/account/new-email/use', { token })
  expect([used.status, used.body.error.code]).toEqual([400, 'invalid_request'])
  expectDone(await newBrowser(service).call('POST', '/account/sign-in', other))
})

test('of two accounts that confirm the same e-mail at once, one gets it', async () => {
  for (let round = 0; round < 3; round++) {
    const email = newEmail()
    const askers = []
    for (const given of [await givenAskedFor(), await givenAskedFor()]) {
      const { password: currentPassword } = given.person
      expectDone(await given.browser.call('PATCH', '/account/me', { email, currentPassword }))
      askers.push({ ...given, use: { token: (await latestMail(service.context, email)).token } })
    }
    const used = await Promise.all(
      askers.map(({ browser, use }) => browser.call('POST', '/account/new-email/use', use)),
    )
    expect(used.map(({ status }) => status).toSorted()).toEqual([200, 400])
  }
})

test('the address of before calls a new e-mail off, also after it took effect: then nobody else is in', async () => {
  for (const hasTakenEffect of [false, true]) {
    const { person, browser, email, use } = await givenAskedFor()
    const token = await callOffToken(person.email)
    expect((await latestMail(service.context, person.email)).text).toContain(email)
    if (hasTakenEffect) expectDone(await browser.call('POST', '/account/new-email/use', use))
    const calledOff = await newBrowser(service).call('POST', '/account/new-email/call-off', { token })
    expect(calledOff.body.data).toEqual({ email: person.email })
    expect((await browser.call('GET', '/account/me')).status).toBe(401)
    for (const known of [email, person.email]) {
      expect((await browser.call('POST', '/account/sign-in', { ...person, email: known })).status).toBe(401)
    }
    await newBrowser(service).call('POST', '/account/link', { email: person.email })
    const link = await latestMail(service.context, person.email, { subject: 'Sign in to Trade Catalogue' })
    const back = await browser.call('POST', '/account/link/use', { token: link.token })
    expect(back.body.data).toMatchObject({ email: person.email, name: person.name, waitingEmail: null })
    expect((await browser.call('POST', '/account/new-email/call-off', { token })).status).toBe(400)
  }
  const late = await givenAskedFor()
  later(service, 7 * DAY_MS)
  const token = await callOffToken(late.person.email)
  expect((await late.browser.call('POST', '/account/new-email/call-off', { token })).status).toBe(400)
})

test('the earliest address of before has the last word', async () => {
  const first = await givenAskedFor()
  const oldest = await callOffToken(first.person.email)
  expectDone(await first.browser.call('POST', '/account/new-email/use', first.use))
  later(service, 1)
  const second = newEmail()
  const { password: currentPassword } = first.person
  expectDone(await first.browser.call('PATCH', '/account/me', { email: second, currentPassword }))
  const newer = await callOffToken(first.email)
  const { token } = await latestMail(service.context, second)
  expectDone(await first.browser.call('POST', '/account/new-email/use', { token }))
  const callOff = (link: string) => newBrowser(service).call('POST', '/account/new-email/call-off', { token: link })
  expect((await callOff(newer)).body.data).toEqual({ email: first.email })
  expect((await callOff(oldest)).body.data).toEqual({ email: first.person.email })
})

test('an address that was never proved is not told of changes', async () => {
  const { person, browser, use } = await givenAskedFor({ isVerified: false })
  const changes = { password: 'a new password', currentPassword: person.password }
  expectDone(await browser.call('POST', '/account/new-email/use', use))
  expectDone(await browser.call('PATCH', '/account/me', changes))
  expect(await mailsTo(service.context, person.email)).toEqual([])
})

test('what somebody set up with an address that they never proved, its owner does not inherit', async () => {
  const squatted = await givenPerson(service.context, { isVerified: false, name: 'Collect at prize.example' })
  const squatter = newBrowser(service)
  expectDone(await squatter.call('POST', '/account/sign-in', squatted))
  const { password: currentPassword } = squatted
  expectDone(await squatter.call('PATCH', '/account/me', { email: newEmail(), currentPassword }))

  const workspace = await service.workspace()
  const owner = await givenMember(service, workspace, 'owner')
  // The operator's link is mailed as well, and vouches for the address.
  const { body } = await owner.post('/people/invitations', { email: squatted.email, role: 'owner' })
  await service.context.db
    .updateTable('invitation')
    .set({ proves_email: true })
    .where('workspace_id', '=', workspace.id)
    .where('id', '=', body.data.id)
    .execute()
  const path = `/account/invitation/${body.data.link.split('/invitation/')[1]}`
  const invited = newBrowser(service)
  expect((await invited.call('GET', path)).body.data.hasAccount).toBe(false)
  expect(invalidFields(await squatter.call('POST', path, {}))).toEqual(['name', 'password'])
  expectDone(await invited.call('POST', path, { name: 'Nia New', password: 'a password of hers' }))
  expect((await invited.call('GET', '/account/me')).body.data).toMatchObject({ name: 'Nia New', waitingEmail: null })
  expect((await squatter.call('GET', '/account/me')).status).toBe(401)
  expect((await squatter.call('POST', '/account/sign-in', squatted)).status).toBe(401)
})

test('the first link to an address that was never proved also ends the name and the wish for another e-mail', async () => {
  const { person, browser, use } = await givenAskedFor({ isVerified: false })
  const owner = newBrowser(service)
  await owner.call('POST', '/account/link', { email: person.email })
  const mail = await latestMail(service.context, person.email)
  expect(mail.text).not.toContain(person.name)
  const joined = await owner.call('POST', '/account/link/use', { token: mail.token })
  expect(joined.body.data).toMatchObject({ name: person.email, hasPassword: false, waitingEmail: null })
  expect((await browser.call('POST', '/account/new-email/use', use)).status).toBe(401)
})

test('nobody takes the address of before with an account that proves nothing, to keep its holder from calling it off', async () => {
  const { person, browser, use } = await givenAskedFor()
  const token = await callOffToken(person.email)
  const owner = await givenMember(service, await service.workspace(), 'owner')
  const { body } = await owner.post('/people/invitations', { email: person.email.toUpperCase(), role: 'manager' })
  const path = `/account/invitation/${body.data.link.split('/invitation/')[1]}`
  expectDone(await browser.call('POST', '/account/new-email/use', use))

  const squat = () => newBrowser(service).call('POST', path, { name: 'Squatter', password: 'a password of theirs' })
  expect((await squat()).status).toBe(400)
  expectDone(await newBrowser(service).call('POST', '/account/new-email/call-off', { token }))
})
