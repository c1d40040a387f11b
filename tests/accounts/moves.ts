import { newBrowser } from '../http/browser.ts'
import type { TestBrowser } from '../http/browser.ts'
import type { Act } from './one-act.ts'
import * as rules from './rules.ts'
import { accountOf, endSession, endSessions, formerAccountOf, isOpen } from './state.ts'
import type { Page } from './state.ts'
import type { Actor, HeldToken, Key, World } from './world.ts'
import { accept } from './workspace-rules.ts'

/** Who does something, and what is left to chance. `one` takes one of a list; `beside` is what is done at the same time. */
export type Chance = {
  world: World
  actor: Actor
  one: <T>(list: readonly T[]) => T | undefined
  beside?: Act | undefined
}
/** Undefined where the actor cannot do it now. */
export type Move = (chance: Chance) => Promise<Act | undefined> | Act | undefined

/** What people do to accounts. Anybody tries whatever they know, also where it is none of theirs. */
export const MOVES = {
  signIn: ({ world, actor, one }) => {
    const key = one(one([actor.keys, actor.keys, actor.keys.slice(-1), strayKeys(world, actor)])!)
    return key && signIn(key, one([newBrowser(world.service), ...actor.browsers])!)
  },
  guess: ({ world, one }) =>
    signIn({ address: one(world.addresses)!, password: 'a wrong guess' }, newBrowser(world.service)),
  askForLink: ({ world, actor, one }) => {
    const address = one([...actor.mailboxes, one(world.addresses)!])!
    return requestLink(world, address, one(['/sign-in', '/reset-password'] as const)!)
  },
  useToken: ({ world, actor, one }) => {
    const held = one(one([openTokens(world, actor), openTokens(world, actor), actor.tokens])!)
    const page = held && one([held.page, held.page, held.page, one(PAGES)!])!
    const asks = page === '/new-email' ? one(signedIn(actor)) : undefined
    const browser = asks ?? one([newBrowser(world.service), ...actor.browsers])!
    return page && useToken(world, actor, { held, browser, page })
  },
  changePassword: ({ world, actor, one }) => {
    const browser = one(signedIn(actor))
    if (!browser) return undefined
    const current = currentPassword(world, actor, browser, one)
    const { password } = world.newKey(actor, addressOf(world, browser))
    return {
      says: `${actor.name} changes the password from "${current}" to "${password}"`,
      browser,
      send: () => browser.call('PATCH', '/account/me', { password, currentPassword: current }),
      does: (state, { before }) => rules.changePassword(state, { session: before!, current, password }),
    }
  },
  askForNewEmail: ({ world, actor, one }) => {
    const browser = one(signedIn(actor))
    if (!browser) return undefined
    const current = currentPassword(world, actor, browser, one)
    const address = one([...actor.mailboxes, ...actor.mailboxes, one(world.addresses)!.toUpperCase()])!
    return {
      says: `${actor.name} asks for the new e-mail ${address}`,
      browser,
      send: () => browser.call('PATCH', '/account/me', { email: address, currentPassword: current }),
      mails: [
        { to: address, page: '/new-email' },
        { to: addressOf(world, browser), page: '/call-off' },
      ],
      does: (state, { before, at, tokens: [confirm, callOff] }) =>
        rules.askForNewEmail(state, { session: before!, current, address, at, confirm, callOff }),
    }
  },
  callOffWaiting: ({ actor, one }) => {
    const browser = one(signedIn(actor))
    return (
      browser && {
        says: `${actor.name} calls off the e-mail that waits`,
        browser,
        send: () => browser.call('DELETE', '/account/new-email'),
        does: (state, { before }) => rules.callOffWaiting(state, before),
      }
    )
  },
  changeName: ({ actor, one }) => {
    const browser = one(signedIn(actor))
    return (
      browser && {
        says: `${actor.name} takes another name`,
        browser,
        send: () => browser.call('PATCH', '/account/me', { name: `${actor.name} again` }),
        does: (state, { before }) => void accountOf(state, before),
      }
    )
  },
  signOut: ({ actor, one }) => {
    const browser = one(signedIn(actor))
    return (
      browser && {
        says: `${actor.name} signs out`,
        browser,
        send: () => browser.call('POST', '/account/sign-out'),
        does: (state, { before }) => endSession(state, before),
      }
    )
  },
  signOutEverywhere: ({ actor, one }) => {
    const browser = one(signedIn(actor))
    return (
      browser && {
        says: `${actor.name} signs out everywhere`,
        browser,
        send: () => browser.call('POST', '/account/sign-out-everywhere'),
        does: (state, { before }) => endSessions(state, formerAccountOf(state, before)),
      }
    )
  },
  endOneSession: async ({ actor, one }) => {
    const [browser, other] = [one(signedIn(actor)), one(signedIn(actor))]
    const listed = await other?.call('GET', '/account/sessions')
    const id = listed?.status === 200 && listed.body.data.find(({ isCurrent }: any) => isCurrent).id
    const token = other?.token
    return browser && id
      ? {
          says: `${actor.name} ends one session`,
          browser,
          send: () => browser.call('DELETE', `/account/sessions/${id}`),
          does: (state, { before }) => {
            const name = formerAccountOf(state, before)
            if (state.sessions.get(token!)?.account === name) endSession(state, token)
          },
        }
      : undefined
  },
} satisfies Record<string, Move>

const PAGES: Page[] = ['/sign-in', '/reset-password', '/new-email', '/call-off', '/invitation']

export const signedIn = ({ browsers }: Actor) => browsers.filter(({ token }) => token !== undefined)

function openTokens({ state, now }: World, { tokens }: Actor): HeldToken[] {
  return tokens.filter(({ token }) => isOpen(state, token, now))
}

/** Passwords that somebody knows, for addresses that they were never of. */
function strayKeys({ addresses }: World, { keys }: Actor): Key[] {
  return keys.flatMap(({ password }) => addresses.map((address) => ({ address, password })))
}

/** The address of the account that a browser is signed in to. */
function addressOf({ state }: World, { token }: TestBrowser): string {
  const session = state.sessions.get(token!)
  return (session && state.accounts.get(session.account)?.address) ?? 'nobody@example.org'
}

/** Mostly the right one, where the actor knows it. */
function currentPassword(world: World, { keys }: Actor, browser: TestBrowser, one: Chance['one']): string {
  const session = world.state.sessions.get(browser.token!)
  const right = session && world.state.accounts.get(session.account)!.password
  const known = keys.map(({ password }) => password)
  const other = one([...known, 'a wrong one'])!
  return known.includes(right!) ? one([right!, right!, right!, other])! : other
}

export function signIn({ address, password }: Key, browser: TestBrowser): Act {
  return {
    says: `somebody signs in as ${address} by "${password}"`,
    browser,
    send: () => browser.call('POST', '/account/sign-in', { email: address, password }),
    does: (state, done) => rules.signIn(state, { address, password, ...done }),
    names: address,
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

/** Takes a token to a page, which may not be that of its link. */
export function useToken(
  world: World,
  actor: Actor,
  { held: { token, to }, page, browser }: { held: HeldToken; page: Page; browser: TestBrowser },
): Act {
  const post = (path: string, body: object) => () => browser.call('POST', `/account/${path}`, body)
  const says = `${actor.name} uses a token that reached ${to} on ${page}`
  if (page === '/sign-in') {
    const does: Act['does'] = (state, done) => rules.useLink(state, { token, page, ...done })
    return { says, browser, send: post('link/use', { token }), does }
  }
  if (page === '/new-email') {
    const does: Act['does'] = (state, done) => rules.useNewEmail(state, { token, ...done })
    return { says, browser, send: post('new-email/use', { token }), does }
  }
  if (page === '/call-off') {
    const does: Act['does'] = (state, { at }) => rules.callOff(state, { token, at })
    return { says, browser, send: post('new-email/call-off', { token }), does }
  }
  const { password } = world.newKey(actor, to)
  if (page === '/reset-password') {
    const does: Act['does'] = (state, done) => rules.useLink(state, { token, page, password, ...done })
    return { says, browser, send: post('reset', { token, password }), does }
  }
  const does: Act['does'] = (state, done) => accept(state, { token, password, ...done })
  return { says, browser, send: post(`invitation/${token}`, { name: actor.name, password }), does }
}
