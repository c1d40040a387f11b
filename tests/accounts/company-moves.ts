import { CLIENT } from '../given/identity-provider.ts'
import type { TestBrowser } from '../given/browser.ts'
import * as rules from './company-rules.ts'
import type { Act } from './one-act.ts'
import type { Move } from './moves.ts'
import { asOwner } from './workspace-moves.ts'
import type { World } from './world.ts'

/** What people do with the accounts of their companies. */
export const COMPANY_MOVES = {
  setCompany: (chance) =>
    asOwner(chance, ({ slug, browser }) => {
      const { idp, domain } = chance.world
      const isRequired = chance.one([false, false, true])!
      return {
        says: `lets people into ${slug} by the company’s account${isRequired ? ' alone' : ''}`,
        send: () =>
          browser.call('PUT', `/console/${slug}/company-sign-in`, {
            ...CLIENT,
            issuer: idp.issuer,
            domains: [domain],
            isRequired,
          }),
        does: (state, { before }) => rules.setCompany(state, { session: before!, slug, isRequired }),
      }
    }),
  removeCompany: (chance) =>
    asOwner(chance, ({ slug, browser }) => ({
      says: `takes the provider of ${slug} away`,
      send: () => browser.call('DELETE', `/console/${slug}/company-sign-in`),
      does: (state) => rules.removeCompany(state, slug),
    })),
  /** A provider says the truth of mailboxes; that of an actor's own workspace says what the actor wants. */
  signInByCompany: ({ world, actor, one }) => {
    const at = one([null, ...world.slugs])!
    const isTheirs = at !== null && world.actors[world.slugs.indexOf(at)] === actor
    const address = one(isTheirs ? world.addresses : actor.mailboxes)!
    return signInByCompany(world, { address, at, browser: one(actor.browsers)! })
  },
} satisfies Record<string, Move>

/**
 * The provider of a workspace, or with null of the deployment, signs somebody in as the holder of an address. The browser
 * goes there beforehand: so its coming back meets what happens at the same time.
 */
export async function signInByCompany(
  world: World,
  { address, at, browser }: { address: string; at: string | null; browser: TestBrowser },
): Promise<Act | undefined> {
  const begun = await browser.call('GET', `/account/company/begin${at === null ? '' : `?at=${at}`}`)
  const url = begun.headers.get('location') ?? '/'
  // The provider is gone, or there were too many attempts.
  if (url.startsWith('/')) return undefined
  world.idp.claims = { sub: address, email: address, email_verified: true, name: 'Somebody' }
  const back = await world.idp.visit(url)
  const path = back.pathname.replace('/app-api', '') + back.search
  // Where it is gone, that of the deployment signs in.
  const issuer = path.startsWith('/account/company/callback/') ? at : null
  return {
    says: `${address} signs in by the provider of ${issuer ?? 'the deployment'}`,
    browser,
    send: async () => {
      const answer = await browser.call('GET', path)
      const isRefused = answer.headers.get('location')?.includes('refused=')
      return answer.status === 303 ? { ...answer, status: isRefused ? 403 : 200 } : answer
    },
    does: (state, done) => rules.signInByCompany(state, done, { address, at: issuer }),
  }
}
