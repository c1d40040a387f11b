import { newBrowser } from '../given/browser.ts'
import type { TestBrowser } from '../given/browser.ts'
import { requestLink, signIn, signInByPasskey, useToken } from './entries.ts'
import type { Act } from './one-act.ts'
import * as rules from './rules.ts'
import { accountOf, endSession, endSessions, formerAccountOf, isOpen } from './state.ts'
import type { Page } from './state.ts'
import type { Actor, Key, World } from './world.ts'

/**
 * Who does something, and what is left to chance. `one` takes one of a list; `beside` is what is done at the same time.
 */
export type Chance = {
  world: World
  actor: Actor
  one: <T>(list: readonly T[]) => T | undefined
  beside?: Act | undefined
}
type Maybe<T> = Promise<T | undefined> | T | undefined
/** Undefined where the actor cannot do it now. */
export type Move = (chance: Chance) => Maybe<Act>

/** What people do to accounts. Anybody tries whatever they know, also where it is none of theirs. */
export const MOVES = {
  signIn: ({ world, actor, one }) => {
    const key = one(one([actor.keys, actor.keys, actor.keys.slice(-1), strayKeys(world, actor)])!)
    return key && signIn(key, anyBrowser(world, actor, one))
  },
  signInByPasskey: ({ world, actor, one }) => {
    const passkey = one(actor.passkeys)
    return passkey && signInByPasskey(passkey, anyBrowser(world, actor, one))
  },
  guess: ({ world, one }) =>
    signIn({ address: one(world.addresses)!, password: 'a wrong guess' }, newBrowser(world.service)),
  askForLink: ({ world, actor, one }) => {
    const address = one([...actor.mailboxes, one(world.addresses)!])!
    return requestLink(world, address, one(['/sign-in', '/reset-password'] as const)!)
  },
  useToken: ({ world, actor, one }) => {
    const open = actor.tokens.filter(({ token }) => isOpen(world.state, token, world.now))
    const latest = open.filter((link) => link.page !== '/call-off').slice(-2)
    const held = one(one([latest, latest, open, actor.tokens])!)
    if (!held) return undefined
    const page = one([held.page, held.page, held.page, one(PAGES)!])!
    const link = world.state.links.get(held.token)
    const own = openBrowsers(world, actor).filter(
      ({ token }) => world.state.sessions.get(token!)!.account === link?.account,
    )
    const asks = page === '/new-email' ? one(own) : undefined
    return useToken(world, actor, { held, page, browser: asks ?? anyBrowser(world, actor, one) })
  },
  changePassword: (chance) =>
    inAccount(chance, (browser) => {
      const { world, actor } = chance
      const current = currentPassword(chance, browser)
      const { password } = world.newKey(actor, addressOf(world, browser))
      return {
        says: `changes the password from "${current}" to "${password}"`,
        send: () => browser.call('PATCH', '/account/me', { password, currentPassword: current }),
        does: (state, done) => rules.changePassword(state, done, { current, password }),
      }
    }),
  askForNewEmail: (chance) =>
    inAccount(chance, (browser) => {
      const { world, actor, one } = chance
      const current = currentPassword(chance, browser)
      const own = actor.mailboxes.filter((mailbox) => mailbox !== addressOf(world, browser))
      const address = one([...own, ...own, one(world.addresses)!.toUpperCase()])!
      return {
        says: `asks for the new e-mail ${address}`,
        send: () => browser.call('PATCH', '/account/me', { email: address, currentPassword: current }),
        mails: [
          { to: address, page: '/new-email' },
          { to: addressOf(world, browser), page: '/call-off' },
        ],
        does: (state, done) => rules.askForNewEmail(state, done, { current, address }),
      }
    }),
  callOffWaiting: (chance) =>
    inAccount(chance, (browser) => ({
      says: 'calls off the e-mail that waits',
      send: () => browser.call('DELETE', '/account/new-email'),
      does: (state, { before }) => rules.callOffWaiting(state, before),
    })),
  changeName: (chance) =>
    inAccount(chance, (browser) => ({
      says: 'takes another name',
      send: () => browser.call('PATCH', '/account/me', { name: `${chance.actor.name} again` }),
      does: (state, { before }) => void accountOf(state, before),
    })),
  signOut: (chance) =>
    inAccount(chance, (browser) => ({
      says: 'signs out',
      send: () => browser.call('POST', '/account/sign-out'),
      does: (state, { before }) => endSession(state, before),
    })),
  signOutEverywhere: (chance) =>
    inAccount(chance, (browser) => ({
      says: 'signs out everywhere',
      send: () => browser.call('POST', '/account/sign-out-everywhere'),
      does: (state, { before }) => endSessions(state, formerAccountOf(state, before)),
    })),
  endOneSession: (chance) =>
    inAccount(chance, async (browser) => {
      const other = chance.one(signedIn(chance.actor))!
      const { token } = other
      const listed = await other.call('GET', '/account/sessions')
      if (listed.status !== 200) return undefined
      const { id } = listed.body.data.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)
      return {
        says: 'ends one session',
        send: () => browser.call('DELETE', `/account/sessions/${id}`),
        does: (state, { before }) => {
          const name = formerAccountOf(state, before)
          if (state.sessions.get(token!)?.account === name) endSession(state, token)
        },
      }
    }),
} satisfies Record<string, Move>

const PAGES: Page[] = ['/sign-in', '/reset-password', '/new-email', '/call-off', '/invitation']

/** Something in the account that one of the actor's browsers is, or was, signed in to. */
export async function inAccount(
  { world, actor, one }: Chance,
  act: (browser: TestBrowser) => Maybe<Omit<Act, 'browser'>>,
): Promise<Act | undefined> {
  const open = openBrowsers(world, actor)
  const browser = one(one([open.slice(-1), open, open, signedIn(actor)])!)
  const found = browser && (await act(browser))
  return found && { ...found, says: `${actor.name} ${found.says}`, browser }
}

/** Mostly the right one, where the actor knows it. */
export function currentPassword({ world, actor: { keys }, one }: Chance, browser: TestBrowser): string {
  const right = accountIn(world, browser)?.password ?? null
  const known = keys.map(({ password }) => password)
  const other = one([...known, 'a wrong one'])!
  return right !== null && known.includes(right) ? one([right, right, right, other])! : other
}

/** The address of the account that a browser is signed in to. */
export function addressOf(world: World, browser: TestBrowser): string {
  return accountIn(world, browser)?.address ?? 'nobody@example.org'
}

function accountIn({ state }: World, { token }: TestBrowser) {
  return state.accounts.get(state.sessions.get(token!)?.account ?? '')
}

/** The browsers that are signed in, the latest last. */
export function openBrowsers({ state: { sessions } }: World, actor: Actor): TestBrowser[] {
  const begun = [...sessions.keys()]
  return signedIn(actor)
    .filter(({ token }) => sessions.get(token!)?.isOpen)
    .toSorted((one, other) => begun.indexOf(one.token!) - begun.indexOf(other.token!))
}

/** The same, and those whose session may have ended. */
function signedIn({ browsers }: Actor): TestBrowser[] {
  return browsers.filter(({ token }) => token !== undefined)
}

function anyBrowser({ service }: World, { browsers }: Actor, one: Chance['one']): TestBrowser {
  return one([newBrowser(service), ...browsers, ...browsers])!
}

/** Passwords that somebody knows, for addresses that they were never of. */
function strayKeys({ addresses }: World, { keys }: Actor): Key[] {
  return keys.flatMap(({ password }) => addresses.map((address) => ({ address, password })))
}
