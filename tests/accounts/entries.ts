import { newBrowser } from '../given/browser.ts'
import type { TestBrowser } from '../given/browser.ts'
import type { Act } from './one-act.ts'
import * as passkeyRules from './passkey-rules.ts'
import * as rules from './rules.ts'
import type { Page } from './state.ts'
import { accept } from './workspace-rules.ts'
import { PLACE } from './world.ts'
import type { Actor, HeldPasskey, HeldToken, Key, World } from './world.ts'

// The ways in: what somebody does who need not be signed in.

export function signIn({ address, password }: Key, browser: TestBrowser): Act {
  return {
    says: `somebody signs in as ${address} by "${password}"`,
    browser,
    send: () => browser.call('POST', '/account/sign-in', { email: address, password }),
    does: (state, done) => rules.signIn(state, done, { address, password }),
    names: address,
  }
}

/** The challenge is asked for beforehand: so the answer meets what happens at the same time. */
export async function signInByPasskey(passkey: HeldPasskey, browser: TestBrowser): Promise<Act | undefined> {
  const { status, body } = await browser.call('POST', '/account/sign-in/passkey/begin')
  if (status !== 200) return undefined
  const answer = passkey.answer(body.data, PLACE)
  return {
    says: `somebody signs in by a passkey of ${passkey.of}`,
    browser,
    send: () => browser.call('POST', '/account/sign-in/passkey', { passkey: answer }),
    does: (state, done) => passkeyRules.signInByPasskey(state, done, passkey.listed),
  }
}

export function requestLink({ service }: World, address: string, page: '/sign-in' | '/reset-password'): Act {
  const browser = newBrowser(service)
  const path = page === '/sign-in' ? '/account/link' : '/account/forgot'
  return {
    says: `somebody asks for a link to ${page} for ${address}`,
    browser,
    send: () => browser.call('POST', path, { email: address }),
    mails: [{ to: address, page }],
    does: (state, { at, tokens: [token] }) => rules.mailLink(state, { token, page, address, at }),
    names: address,
  }
}

type Use = Pick<Act, 'send' | 'does'>

/** Takes a token to a page, which may not be that of its link. */
export function useToken(
  world: World,
  actor: Actor,
  { held: { token, to, page: own }, page = own, browser }: { held: HeldToken; page?: Page; browser: TestBrowser },
): Act {
  const { password } = page === '/reset-password' || page === '/invitation' ? world.newKey(actor, to) : {}
  const post = (path: string, body: object) => () => browser.call('POST', `/account/${path}`, body)
  const uses: Record<Page, Use> = {
    '/sign-in': {
      send: post('link/use', { token }),
      does: (state, done) => rules.useLink(state, done, { token, page }),
    },
    '/reset-password': {
      send: post('reset', { token, password }),
      does: (state, done) => rules.useLink(state, done, { token, page, password }),
    },
    '/new-email': {
      send: post('new-email/use', { token }),
      does: (state, done) => rules.useNewEmail(state, done, token),
    },
    '/call-off': {
      send: post('new-email/call-off', { token }),
      does: (state, { at }) => rules.callOff(state, { token, at }),
    },
    '/invitation': {
      send: post(`invitation/${token}`, { name: actor.name, password }),
      does: (state, done) => accept(state, done, { token, password: password! }),
    },
  }
  return { says: `${actor.name} uses a token that reached ${to} on ${page}`, browser, ...uses[page] }
}
