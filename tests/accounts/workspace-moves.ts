import type { TestBrowser } from '../given/browser.ts'
import type { Act, Done } from './one-act.ts'
import { inAccount } from './moves.ts'
import type { Chance, Move } from './moves.ts'
import { staleProof } from './passkey-moves.ts'
import { accountAt, roleKey, ROLES } from './state.ts'
import type { Role } from './state.ts'
import * as rules from './workspace-rules.ts'
import { linkIn } from './world.ts'
import type { World } from './world.ts'

/** What people do in workspaces, where they may and where they may not. */
export const WORKSPACE_MOVES = {
  makeKey: (chance) =>
    asOwner(chance, ({ slug, browser }) => ({
      says: `makes a key of ${slug}`,
      send: () => browser.call('POST', `/console/${slug}/keys`, { name: 'ERP', scope: 'write' }),
      does: () => {},
    })),
  needPasskeys: (chance) =>
    asOwner(chance, ({ slug, browser }) => {
      const areNeeded = chance.one([true, true, false])!
      return {
        says: `says that the staff of ${slug} ${areNeeded ? 'needs' : 'needs no'} passkeys`,
        send: () => browser.call('PUT', `/console/${slug}/people/passkeys`, { areNeeded }),
        does: (state, { before }) => rules.needPasskeys(state, { session: before!, slug, areNeeded }),
      }
    }),
  invite: (chance) =>
    asOwner(chance, ({ slug, browser }) => {
      const { world, one } = chance
      const unused = world.addresses.filter((mailbox) => !hasAccount(world, mailbox))
      const address = one(one([world.addresses, unused])!) ?? one(world.addresses)!
      const role = one([one(ROLES)!, 'manager', 'owner'] as const)!
      return {
        says: `invites ${address} to ${slug} as ${role}`,
        send: () => browser.call('POST', `/console/${slug}/people/invitations`, { email: address, role }),
        mails: [{ to: address, page: '/invitation' }],
        does: (state, done) => rules.invite(state, done, { slug, address, role, ...reached(done) }),
      }
    }),
  showInvitation: (chance) =>
    asOwner(chance, async ({ slug, browser }) => {
      const { world, actor, one } = chance
      const all = (await people(slug, browser)).invitations
      const open = one(all.filter(({ email }) => !hasAccount(world, email))) ?? one(all)
      if (!open) return undefined
      const address = open.email.toLowerCase()
      return {
        says: `has the link shown for ${address} to ${slug}`,
        send: async () => {
          const answer = await browser.call('POST', `/console/${slug}/people/invitations/${open.id}/link`)
          if (answer.status === 200) actor.tokens.push({ ...linkIn(answer.body.data.link)!, to: address })
          return answer
        },
        does: (state, done) => rules.invite(state, done, { slug, address, role: open.role, ...reached(done) }),
      }
    }),
  remove: (chance) =>
    asOwner(chance, async ({ slug, browser }) => {
      const member = chance.one((await people(slug, browser)).members)
      return (
        member && {
          says: `removes ${member.email} from ${slug}`,
          send: () => browser.call('DELETE', `/console/${slug}/people/${member.id}`),
          does: (state) => rules.remove(state, { slug, id: member.id }),
        }
      )
    }),
  setRole: (chance) =>
    asOwner(chance, async ({ slug, browser }) => {
      const member = chance.one((await people(slug, browser)).members)
      const role = chance.one(ROLES)!
      return (
        member && {
          says: `makes ${member.email} ${role} of ${slug}`,
          send: () => browser.call('PUT', `/console/${slug}/people/${member.id}/role`, { role }),
          does: (state) => rules.setRole(state, { slug, id: member.id, role }),
        }
      )
    }),
  inviteBuyer: (chance) =>
    asSeller(chance, ({ slug, browser }) => {
      const { world, one } = chance
      const address = one(world.addresses)!
      const path = `/console/${slug}/customers/${world.customerId}/buyers`
      return {
        says: `invites ${address} to buy`,
        send: async () => {
          const answer = await browser.call('POST', path, { name: 'Bo Buyer', email: address })
          if (answer.status === 200) world.buyers.push(answer.body.data.id)
          return answer
        },
        mails: [{ to: address, page: '/invitation' }],
        does: (state, done) => {
          const buyer = done.answer.body.data.id
          rules.inviteBuyer(state, done, { slug, address, buyer, ...reached(done) })
        },
      }
    }),
  eraseBuyer: (chance) =>
    asOwner(chance, ({ slug, browser }) => {
      const { world, one } = chance
      const buyer = slug === world.slugs[0] ? one(world.buyers) : undefined
      return (
        buyer && {
          says: `erases a buyer of ${slug}`,
          send: () => browser.call('POST', `/console/${slug}/buyers/${buyer}/erase`),
          does: (state) => rules.eraseBuyer(state, { slug, buyer }),
        }
      )
    }),
  eraseColleague: (chance) =>
    asOwner(chance, async ({ slug, browser }) => {
      const { former, members: present } = await people(slug, browser)
      const colleague = chance.one(chance.one([former, former, present])!)
      return (
        colleague && {
          says: `erases ${colleague.name} of ${slug}`,
          send: () => browser.call('POST', `/console/${slug}/people/${colleague.id}/erase`),
          does: (state) => rules.eraseColleague(state, { slug, id: colleague.id }),
        }
      )
    }),
  disableBuyer: (chance) => setDisabled(chance, true),
  enableBuyer: (chance) => setDisabled(chance, false),
} satisfies Record<string, Move>

function setDisabled(chance: Chance, isDisabled: boolean): Promise<Act | undefined> {
  const verb = isDisabled ? 'disable' : 'enable'
  return asSeller(chance, ({ slug, browser }) => {
    const buyer = chance.one(chance.world.buyers)
    return (
      buyer && {
        says: `${verb}s a buyer`,
        send: () => browser.call('POST', `/console/${slug}/buyers/${buyer}/${verb}`),
        does: (state) => rules.setDisabled(state, buyer, isDisabled),
      }
    )
  })
}

type There = { slug: string; browser: TestBrowser }
type Found = Omit<Act, 'browser'> | undefined | ''
type InWorkspace = (there: There) => Promise<Found> | Found

/** What only owners do: mostly where the actor is one. */
export function asOwner(chance: Chance, act: InWorkspace): Promise<Act | undefined> {
  const { one, world } = chance
  const { roles, sessions } = world.state
  return inAccount(chance, async (browser) => {
    const name = sessions.get(browser.token!)!.account
    const own = world.slugs.filter((slug) => roles.get(roleKey(slug, name)) === 'owner')
    const slug = one(one([own, own, own, world.slugs])!) ?? one(world.slugs)!
    const found = await act({ slug, browser })
    return found ? ((await staleProof(chance, browser)) ?? requiring(rules.OWNERS, slug, found)) : undefined
  })
}

/** What those do who sell, in the one workspace with a customer. */
function asSeller(chance: Chance, act: InWorkspace): Promise<Act | undefined> {
  const slug = chance.world.slugs[0]!
  return inAccount(chance, async (browser) => {
    const found = await act({ slug, browser })
    return found ? requiring(rules.SELLERS, slug, found) : undefined
  })
}

function requiring<A extends Omit<Act, 'browser'>>(roles: readonly Role[], slug: string, act: A): A {
  return {
    ...act,
    does: (state, done) => {
      rules.requireRole(state, done, slug, roles)
      act.does(state, done)
    },
  }
}

function hasAccount({ state }: World, address: string): boolean {
  return accountAt(state, address) !== undefined
}

type People = Record<'members' | 'former', { id: string; name: string; email: string }[]> & {
  invitations: { id: string; email: string; role: Role }[]
}

async function people(slug: string, browser: TestBrowser): Promise<People> {
  const { status, body } = await browser.call('GET', `/console/${slug}/people`)
  return status === 200 ? body.data : { members: [], former: [], invitations: [] }
}

/** The token of an invitation, and whether it reached its mailbox alone: else it was shown to whoever invites. */
function reached({ answer, tokens: [mailed] }: Done): { token: string | undefined; proves: boolean } {
  const link: string | null = answer.body.data.link
  return link === null ? { token: mailed, proves: true } : { token: linkIn(link)?.token, proves: false }
}
