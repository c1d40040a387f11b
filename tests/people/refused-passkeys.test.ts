import { describe, expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { makePasskey } from '../given/authenticator.ts'
import { newBrowser } from '../given/browser.ts'
import { expectDone } from '../given/given.ts'
import { challengeFor, enter, givenPasskey, listed, signedIn, signIn } from '../given/passkey.ts'

const service = useService()

describe('an answer is refused', () => {
  test.each<[what: string, told: object]>([
    ['of a page of another site', { origin: 'https://catalogue.example' }],
    ['of a page at an IP address', { origin: 'http://127.0.0.1:3000' }],
    ['for another service', { rpId: 'catalogue.example' }],
    ['that names another person', { userHandle: Buffer.from('somebody').toString('base64url') }],
    ['of a key that was found: nobody gave a finger or a PIN', { flags: 1 }],
    ['that somebody else signed', { counter: undefined, challenge: 'A'.repeat(43) }],
  ])('%s', async (_what, told) => {
    const { browser } = await signedIn(service)
    const passkey = await givenPasskey(browser)
    const other = newBrowser(service)
    const refused = await enter(other, passkey, told)
    expect([400, 401]).toContain(refused.status)
    expect(other.token).toBe(undefined)
    expectDone(await enter(other, passkey))
  })

  test('with the signature of another passkey', async () => {
    const [{ browser }, { browser: attacker }] = [await signedIn(service), await signedIn(service)]
    const [passkey, theirs] = [await givenPasskey(browser), await givenPasskey(attacker)]
    const forged = { ...theirs.answer(await challengeFor(attacker, 'sign-in')), id: passkey.id, rawId: passkey.id }
    expect((await signIn(newBrowser(service), forged)).status).toBe(401)
  })

  test('of a copy: its counter does not rise', async () => {
    const { browser } = await signedIn(service)
    const passkey = await givenPasskey(browser)
    const answered = async (counter: number) =>
      (await signIn(newBrowser(service), passkey.answer(await challengeFor(browser, 'sign-in'), { counter }))).status
    expect([await answered(0), await answered(0), await answered(7)]).toEqual([200, 200, 200])
    expect([await answered(7), await answered(3), await answered(0), await answered(8)]).toEqual([401, 401, 401, 200])
  })

  test('of two copies at once, but for one', async () => {
    const { browser } = await signedIn(service)
    const passkey = await givenPasskey(browser)
    const asked = [await challengeFor(browser, 'sign-in'), await challengeFor(browser, 'sign-in')]
    const answers = await Promise.all(
      asked.map((challenge) => signIn(newBrowser(service), passkey.answer(challenge, { counter: 5 }))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  test.each([
    ['nothing', {}],
    ['no JSON', { clientDataJSON: 'e3s' }],
    ['a list', { clientDataJSON: 'W10' }],
    ['null', { clientDataJSON: 'bnVsbA' }],
  ])('that is %s', async (_what, part) => {
    const response = { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA', ...part }
    const refused = await signIn(newBrowser(service), { id: 'AA', rawId: 'AA', type: 'public-key', response })
    expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_request'])
  })
})

describe('a passkey is not added', () => {
  test.each<[what: string, told: object]>([
    ['by a page of another site', { origin: 'https://catalogue.example' }],
    ['for another service', { rpId: 'catalogue.example' }],
    ['with a challenge that was never made', { challenge: 'A'.repeat(43) }],
    ['where nobody gave a finger or a PIN', { flags: 1 }],
  ])('%s', async (_what, told) => {
    const { browser } = await signedIn(service)
    const { data } = (await browser.call('POST', '/account/passkeys/begin')).body
    const refused = await browser.call('POST', '/account/passkeys', { passkey: makePasskey(data, told).made })
    expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_request'])
    expect(await listed(browser)).toEqual([])
  })

  test('with the challenge of somebody else', async () => {
    const [{ browser }, { browser: attacker }] = [await signedIn(service), await signedIn(service)]
    const { data } = (await browser.call('POST', '/account/passkeys/begin')).body
    const made = makePasskey(data).made
    expect((await attacker.call('POST', '/account/passkeys', { passkey: made })).status).toBe(400)
    expectDone(await browser.call('POST', '/account/passkeys', { passkey: made }))
  })

  test('twice, or with the id of another', async () => {
    const [{ browser }, { browser: attacker }] = [await signedIn(service), await signedIn(service)]
    const passkey = await givenPasskey(browser)
    const { data } = (await browser.call('POST', '/account/passkeys/begin')).body
    expect(data.excludeCredentials).toMatchObject([{ id: passkey.id }])
    const { data: asked } = (await attacker.call('POST', '/account/passkeys/begin')).body
    const { made } = makePasskey(asked, { id: passkey.id })
    expect((await attacker.call('POST', '/account/passkeys', { passkey: made })).status).toBe(400)
    const other = newBrowser(service)
    const entered = await enter(other, passkey)
    expect(entered.body.data.id).toBe((await browser.call('GET', '/account/me')).body.data.id)
  })
})
