import fc from 'fast-check'
import { newBrowser } from '../given/browser.ts'
import { actAtOnce } from './act.ts'
import { COMPANY_MOVES, signInByCompany } from './company-moves.ts'
import { signIn, signInByPasskey, useToken } from './entries.ts'
import { MOVES, openBrowsers } from './moves.ts'
import type { Chance, Move } from './moves.ts'
import type { Act } from './one-act.ts'
import { PASSKEY_MOVES } from './passkey-moves.ts'
import { comeBack, flood } from './way-in.ts'
import type { Page } from './state.ts'
import type { HeldToken, World } from './world.ts'
import { WORKSPACE_MOVES } from './workspace-moves.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const SESSION_MS = 31 * 24 * HOUR_MS
/** Past fresh proofs, the windows of limits, links, new e-mails, invitations and sessions. */
const TIMES_MS = [1, 10 * MINUTE_MS, 16 * MINUTE_MS, 31 * MINUTE_MS, 25 * HOUR_MS, 8 * 24 * HOUR_MS, SESSION_MS]

type Command = fc.AsyncCommand<object, World>
/**
 * What a move leaves to chance. `actor` is null for whoever acted last; `delay` is in milliseconds after the first of
 * those at once.
 */
type Drawn = { move: MoveName; actor: number | null; choices: number[]; delay: number }

const ALL = {
  ...MOVES,
  ...PASSKEY_MOVES,
  ...WORKSPACE_MOVES,
  ...COMPANY_MOVES,
  learnPassword,
  takeCookie,
  enterAs,
} satisfies Record<string, Move>
type MoveName = keyof typeof ALL
export type Soon = MoveName | 'flood'
const NAMES = Object.keys(ALL) as MoveName[]

/** How many times more often than the others. */
const MORE: Partial<Record<MoveName, number>> = {
  useToken: 4,
  askForNewEmail: 2,
  invite: 2,
  askForLink: 1,
  changePassword: 1,
  showInvitation: 1,
  addPasskey: 1,
  removePasskey: 1,
}
const OFTEN = NAMES.flatMap((name) => Array<MoveName>(1 + (MORE[name] ?? 0)).fill(name))
/** These end what was made before. */
const EFFECTS: MoveName[] = [
  'changePassword',
  'removePasskey',
  'useToken',
  'remove',
  'disableBuyer',
  'signOutEverywhere',
  'eraseBuyer',
  'eraseColleague',
  'removeCompany',
]

const choices = fc.array(fc.nat(999), { minLength: 6, maxLength: 6 })
const drawn = (moves: readonly MoveName[]) =>
  fc.record<Drawn>({
    move: fc.constantFrom(...moves),
    actor: fc.oneof(
      { weight: 2, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom(0, 0, 1, 1, 2) },
    ),
    choices,
    delay: fc.nat(20),
  })

/**
 * One act, or up to three at once; or an act that ends access while somebody uses what it ends. What comes `soon` comes
 * often.
 */
export function anyCommand(soon: readonly Soon[] = []): fc.Arbitrary<Command> {
  const moves = soon.filter((name) => name !== 'flood')
  const address = fc.nat(5)
  const often = moves.length === 0 ? [] : [{ weight: 80, arbitrary: drawn(moves).map((one) => acts([one])) }]
  return fc.oneof(
    ...often,
    { weight: 40, arbitrary: drawn(OFTEN).map((one) => acts([one])) },
    { weight: 6, arbitrary: fc.array(drawn(NAMES), { minLength: 2, maxLength: 3 }).map(acts) },
    { weight: 14, arbitrary: fc.tuple(drawn(EFFECTS), drawn(['enterAs'])).map(acts) },
    { weight: 3, arbitrary: fc.constantFrom(...TIMES_MS).map((ms) => timePasses(ms)) },
    {
      weight: soon.includes('flood') ? 10 : 1,
      arbitrary: address.map((n) => command('a flood', (world) => flood(world, world.addresses[n]!))),
    },
    { weight: 1, arbitrary: address.map((n) => command('a way in', (world) => comeBack(world, world.addresses[n]!))) },
  )
}

function command(says: string, run: (world: World) => Promise<void>): Command {
  return { check: () => true, run: async (_, world) => run(world), toString: () => says }
}

function acts(all: Drawn[]): Command {
  let says = all.map(({ move }) => move).join(' + ')
  return {
    check: () => true,
    toString: () => `[${says}]`,
    run: async (_, world) => {
      const found: { act: Act; delay: number }[] = []
      for (const one of all) {
        const act = await resolve(world, one, found[0]?.act)
        // A browser does one thing at a time.
        if (act && !found.some(({ act: { browser } }) => browser === act.browser)) found.push({ act, delay: one.delay })
      }
      const atOnce = found.map(({ act }) => act)
      says = atOnce.map((act) => act.says).join(' + ')
      const delays = found.map(({ delay }) => delay)
      const answers = await actAtOnce(world, atOnce, delays)
      says = atOnce.map((act, i) => `${act.says}: ${answers[i]!.status}`).join(' + ')
    },
  }
}

async function resolve(world: World, { move, actor, choices: drawnChoices }: Drawn, beside?: Act) {
  const left = [...drawnChoices]
  const one: Chance['one'] = (list) => list[(left.shift() ?? 0) % Math.max(1, list.length)]
  if (actor !== null) world.lastActor = world.actors[actor]!
  const chance = { world, actor: world.lastActor, one, beside }
  return (await (ALL[move] as Move)(chance)) ?? getIn(chance)
}

/** Somebody who is not signed in gets further: by a password, or by the last token that reached them. */
function getIn({ world, actor, one }: Chance): Act | undefined {
  if (openBrowsers(world, actor).length > 0) return undefined
  const right = actor.keys.filter(({ address, password }) => isRight(world, address, password))
  const browser = one(actor.browsers)!
  if (right.length > 0) return signIn(one(right)!, browser)
  const held = actor.tokens.at(-1)
  return held && useToken(world, actor, { held, browser })
}

function isRight({ state }: World, address: string, password: string): boolean {
  return state.accounts.values().some((account) => account.address === address && account.password === password)
}

function timePasses(ms: number): Command {
  return command(`${ms / MINUTE_MS} minutes pass`, async (world) => {
    world.later(ms)
    for (const session of world.possible.flatMap(({ sessions }) => [...sessions.values()])) {
      const isOver = ms >= SESSION_MS || (session.company?.endsAt ?? Infinity) <= world.now
      if (isOver) session.isOpen = false
    }
  })
}

/** Somebody looks over the shoulder of somebody else. */
function learnPassword({ world, actor, one }: Chance): undefined {
  const account = one([...world.state.accounts.values()])
  if (account && account.password !== null) actor.keys.push({ address: account.address, password: account.password })
}

/** Somebody takes the cookie of somebody else, and uses it in their own browser. */
function takeCookie({ world, actor, one }: Chance): undefined {
  const open = [...world.state.sessions].filter(([, { isOpen }]) => isOpen)
  const taken = one(open)
  if (!taken) return
  const browser = newBrowser(world.service)
  browser.token = taken[0]
  actor.browsers.unshift(browser)
}

/** Somebody enters the account that something is done to, by whatever opens it now. */
function enterAs({ world, one, beside }: Chance): Promise<Act | undefined> | Act | undefined {
  const { accounts, sessions, links, passkeys } = world.state
  const name = sessions.get(beside?.browser.token ?? '')?.account ?? one([...accounts.keys()])!
  const browser = newBrowser(world.service)
  const { address, password } = accounts.get(name)!
  const link = one(
    [...links].filter(([, { account, page, isOpen }]) => account === name && isOpen && page === '/sign-in'),
  )
  const passkey = one(
    world.actors
      .flatMap((actor) => actor.passkeys)
      .filter(({ listed }) => passkeys.get(listed)!.isOpen && passkeys.get(listed)!.account === name),
  )
  const ways = [
    password !== null && (() => signIn({ address, password }, browser)),
    link && (() => useToken(world, world.holderOf(link[1].address), { held: heldOf(link), browser })),
    passkey && (() => signInByPasskey(passkey, browser)),
    () => signInByCompany(world, { address, at: one([null, ...world.slugs])!, browser }),
  ].filter((way) => way !== undefined && way !== false)
  return one(ways)?.()
}

function heldOf([token, { address, page }]: [string, { address: string; page: Page }]): HeldToken {
  return { token, page, to: address }
}
