import type { TestBrowser } from './browser.ts'
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
