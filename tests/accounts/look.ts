import { callAppApi } from '../given/app-api-calls.ts'
import { Broken } from './invariants.ts'
import { formerAccountOf, roleKey } from './state.ts'
import type { State } from './state.ts'
import { requireCompany, requireNeeded } from './workspace-rules.ts'
import type { World } from './world.ts'

/** What a session opens. */
export type View = {
  token: string
  /** Null where the session opens no account. */
  account: { id: string; address: string } | null
  consoles: string[]
  portals: string[]
}

/** Tries sessions everywhere. */
export async function look(world: World, tokens: Iterable<string>): Promise<View[]> {
  return Promise.all(
    [...tokens].map(async (token) => {
      const get = (path: string) => callAppApi(world.service, token, 'GET', path)
      const opened = async (slugs: string[], path: (slug: string) => string) => {
        const answers = await Promise.all(slugs.map((slug) => get(path(slug))))
        return slugs.filter((_, i) => answers[i]!.status === 200)
      }
      const [me, consoles, portals] = await Promise.all([
        get('/account/me'),
        opened(world.slugs, (slug) => `/console/${slug}/workspace`),
        // Nobody buys in the insider's.
        opened(world.slugs.slice(0, 1), (slug) => `/portal/${slug}/portal`),
      ])
      const { id, email } = me.status === 200 ? me.body.data : {}
      return { token, account: id === undefined ? null : { id, address: email.toLowerCase() }, consoles, portals }
    }),
  )
}

/** Throws Broken where a session opens more than it may. Notes the ids of accounts. */
export function judge(state: State, { token, account: opened, consoles, portals }: View): void {
  const session = state.sessions.get(token)
  if (!session) throw new Broken('proof', 'There is a session that nothing began.')
  const account = state.accounts.get(session.account)!
  const opens = [...(opened ? ['the account'] : []), ...consoles, ...portals]
  if (!session.isOpen && opens.length > 0) {
    throw new Broken('end', `A session of ${account.address} that has ended opens ${opens.join(', ')}.`)
  }
  if (!opened) return
  account.id ??= opened.id
  if (opened.id !== account.id || opened.address !== account.address) {
    throw new Broken('proof', `A session of ${account.address} opens the account of ${opened.address}.`)
  }
  for (const slug of [...consoles, ...portals]) formerAccountOf(state, token, slug)
  for (const slug of consoles) {
    const role = state.roles.get(roleKey(slug, session.account))
    if (!role) throw new Broken(role === null ? 'end' : 'proof', `${account.address} is in the console of ${slug}.`)
    requireNeeded(state, token, slug)
  }
  for (const slug of portals) {
    const own = [...state.buyers.values()].filter((buyer) => buyer.slug === slug && buyer.account === session.account)
    requireCompany(state, token, slug)
    if (own.some(({ isDisabled }) => !isDisabled)) continue
    throw new Broken(own.length > 0 ? 'end' : 'proof', `${account.address} is in the portal of ${slug}.`)
  }
}
