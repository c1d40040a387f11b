import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useCheapHashes } from '../accounts/cheap-hashes.ts'
import { useShortWaits } from '../accounts/short-waits.ts'
import { useService } from '../given/service.ts'
import { newBrowser } from '../given/browser.ts'
import type { TestBrowser } from '../given/browser.ts'
import { expectDone } from '../given/given.ts'
import { givenMember } from '../given/member.ts'
import { givenPerson, latestMail, mailsTo } from '../given/person.ts'

const service = useService()
useCheapHashes()
useShortWaits()
const NEW_PASSWORD = 'a much better password'

async function signedIn(options?: { isVerified?: boolean; name?: string }) {
  const person = await givenPerson(service.context, options)
  const browser = newBrowser(service)
  expectDone(await browser.call('POST', '/account/sign-in', person))
  return { person, browser, currentPassword: person.password }
}

const newEmail = () => `${randomUUID()}@victim.example`
const isIn = async (browser: TestBrowser) => (await browser.call('GET', '/account/me')).status === 200

test('a link that was mailed to one address never proves another', async () => {
  const { person, browser, currentPassword } = await signedIn()
  const victim = newEmail()
  await browser.call('POST', '/account/link', { email: person.email })
  const { token } = await latestMail(service.context, person.email)
  expectDone(await browser.call('PATCH', '/account/me', { email: victim, currentPassword }))
  await newBrowser(service).call('POST', '/account/link/use', { token })
  await browser.call('POST', '/account/sign-in', person)

  const owner = await givenMember(service, await service.workspace(), 'owner')
  const { body } = await owner.post('/people/invitations', { email: victim, role: 'owner' })
  const path = `/account/invitation/${body.data.link.split('/invitation/')[1]}`
  const ceo = newBrowser(service)
  expect((await ceo.call('GET', path)).body.data.hasAccount).toBe(false)
  expectDone(await ceo.call('POST', path, { name: 'Chief', password: NEW_PASSWORD }))
  const access = await browser.call('GET', `/console/${owner.slug}/workspace`)
  expect(access.status).not.toBe(200)
})

test('a sign-in with the password of before leaves no session, however it meets the change', async () => {
  for (let round = 0; round < 4; round++) {
    const { person, browser, currentPassword } = await signedIn()
    const thieves = Array.from({ length: 12 }, () => newBrowser(service))
    const loops = [0, 1, 2].map(async (loop) => {
      for (let i = loop; i < thieves.length; i += 3) await thieves[i]!.call('POST', '/account/sign-in', person)
    })
    expectDone(await browser.call('PATCH', '/account/me', { password: NEW_PASSWORD, currentPassword }))
    await Promise.all(loops)
    const inside = await Promise.all(thieves.map(isIn))
    expect(inside).not.toContain(true)
    expect(await isIn(browser)).toBe(true)
  }
})

test('of two changes of a password by the same present one, the later is refused', async () => {
  const { person, browser, currentPassword } = await signedIn()
  const other = newBrowser(service)
  await other.call('POST', '/account/sign-in', person)
  const answers = await Promise.all([
    browser.call('PATCH', '/account/me', { password: `${NEW_PASSWORD} 1`, currentPassword }),
    other.call('PATCH', '/account/me', { password: `${NEW_PASSWORD} 2`, currentPassword }),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('whoever loops changes of the password does not make the mailed links fail for ever', async () => {
  const { person, browser, currentPassword } = await signedIn()
  let password = currentPassword
  let isBack = false
  for (let i = 0; i < 8 && !isBack; i++) {
    await newBrowser(service).call('POST', '/account/link', { email: person.email })
    const { token } = await latestMail(service.context, person.email, { subject: 'Sign in to Trade Catalogue' })
    const next = `${NEW_PASSWORD} ${i}`
    const change = await browser.call('PATCH', '/account/me', { password: next, currentPassword: password })
    if (change.status === 200) password = next
    isBack = (await newBrowser(service).call('POST', '/account/link/use', { token })).status === 200
  }
  expect(isBack).toBe(true)
})

test('nobody mails their own words to strangers', async () => {
  const { person, browser, currentPassword } = await signedIn({ name: 'You won! Collect at prize.example' })
  const stranger = newEmail()
  for (let i = 0; i < 15; i++) {
    await browser.call('PATCH', '/account/me', { email: stranger, currentPassword })
    await browser.call('PATCH', '/account/me', { email: person.email, currentPassword })
  }
  const mails = await mailsTo(service.context, stranger)
  expect(mails.length).toBeLessThanOrEqual(5)
  expect(JSON.stringify(mails)).not.toContain('prize')
})

test('whoever asks for an e-mail is not told whether it has an account', async () => {
  const { browser, currentPassword } = await signedIn()
  const { person: other } = await signedIn()
  const taken = await browser.call('PATCH', '/account/me', { email: other.email, currentPassword })
  const free = await browser.call('PATCH', '/account/me', { email: newEmail(), currentPassword })
  expect(taken.status).toBe(free.status)
})

test('strangers lock nobody out: neither the mailbox nor a browser that was signed in', async () => {
  const { person, browser } = await signedIn()
  expectDone(await browser.call('POST', '/account/sign-out'))
  const stranger = () => newBrowser(service)
  await Promise.all(
    Array.from({ length: 11 }, async () => {
      await stranger().call('POST', '/account/sign-in', { email: person.email, password: 'guessed' })
      await stranger().call('POST', '/account/link', { email: person.email })
      await stranger().call('POST', '/account/forgot', { email: person.email })
    }),
  )
  expect((await stranger().call('POST', '/account/sign-in', person)).status).toBe(429)
  expectDone(await browser.call('POST', '/account/sign-in', person))
  for (const path of ['/account/link', '/account/forgot']) {
    expectDone(await stranger().call('POST', path, { email: person.email }))
  }
  const { token } = await latestMail(service.context, person.email, { subject: 'Sign in to Trade Catalogue' })
  expectDone(await stranger().call('POST', '/account/link/use', { token }))
  const owner = await givenMember(service, await service.workspace(), 'owner')
  expectDone(await owner.post('/people/invitations', { email: person.email, role: 'manager' }))
})
