import { beginSession } from '../../server/src/people/sessions.ts'
import type { Answer, TestService } from './service.ts'
import { newBrowser } from './browser.ts'
import type { TestBrowser } from './browser.ts'
import { givenPerson } from './person.ts'
import { done } from './given.ts'
import { makePasskey } from './authenticator.ts'
import type { TestPasskey } from './authenticator.ts'

/** Adds a passkey to the account that the browser is signed in to. `listed` is its id in the account. */
export async function givenPasskey(browser: TestBrowser): Promise<TestPasskey & { listed: string }> {
  const begun = await done(browser.call('POST', '/account/passkeys/begin'))
  const passkey = makePasskey(begun)
  const added = await done(browser.call('POST', '/account/passkeys', { passkey: passkey.made }))
  return { ...passkey, listed: added.id }
}

/** What the service wants signed: to sign in, or to prove who holds the session. */
export async function challengeFor(
  browser: TestBrowser,
  what: 'sign-in' | 'proof',
): Promise<{ challenge: string; rpId: string; allowCredentials?: { id: string }[] }> {
  return done(browser.call('POST', `/account/${what}/passkey/begin`))
}

/** A person, and a browser that they are signed in with. */
export async function signedIn(service: TestService) {
  const person = await givenPerson(service.context)
  const browser = newBrowser(service)
  browser.token = await beginSession(service.context, person.id)
  return { person, browser }
}

/** Signs in with what a passkey answered. */
export function signIn(browser: TestBrowser, passkey: object): Promise<Answer> {
  return browser.call('POST', '/account/sign-in/passkey', { passkey })
}

/**
 * Has the passkey sign in with a challenge of that browser. `told` is what the authenticator says instead of the truth.
 */
export async function enter(
  browser: TestBrowser,
  passkey: TestPasskey,
  told?: Parameters<TestPasskey['answer']>[1],
): Promise<Answer> {
  return signIn(browser, passkey.answer(await challengeFor(browser, 'sign-in'), told))
}

/** The passkeys of the account. */
export async function listed(browser: TestBrowser) {
  return (await browser.call('GET', '/account/passkeys')).body.data
}
