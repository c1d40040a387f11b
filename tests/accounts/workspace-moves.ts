import type { TestBrowser } from '../http/browser.ts'
import type { Act, Done } from './one-act.ts'
import type { Chance, Move } from './moves.ts'
import { signedIn } from './moves.ts'
import type { Role } from './state.ts'
import * as rules from './workspace-rules.ts'
import { linkIn } from './world.ts'

type Given = { slug: string; address: string; role: Role | undefined; buyer: string | undefined }

/** What people do in workspaces, where they may and where they may not. */
export const WORKSPACE_MOVES = {
  invite: (chance) =>
    inWorkspace(chance, ({ slug, browser }) => {
      const { world, one } = chance
      const [address, role] = [one(world.addresses)!, one(['staff', 'staff', 'owner'] as const)!]
      return {
        says: `invites ${address} to ${slug} as ${role}`,
        send: () => browser.call('POST', `/console/${slug}/people/invitations`, { email: address, role }),
        mails: [{ to: address, page: '/invitation' }],
        does: (state, done) => {
          rules.requireRole(state, done.before!, slug, 'owner')
          rules.invite(state, reached({ slug, address, role, buyer: undefined }, done))
        },
      }
    }),
  showInvitation: (chance) =>
    inWorkspace(chance, async ({ slug, browser }) => {
      const { actor, one } = chance
      const listed = await browser.call('GET', `/console/${slug}/people`)
      const open = one(listed.status === 200 ? (listed.body.data.invitations as any[]) : [])
      if (!open) return undefined
      const address = open.email.toLowerCase()
      return {
        says: `has the link shown for ${address} to ${slug}`,
        send: async () => {
          const answer = await browser.call('POST', `/console/${slug}/people/invitations/${open.id}/link`)
          if (answer.status === 200) actor.tokens.push({ ...linkIn(answer.body.data.link)!, to: address })
          return answer
        },
        does: (state, done) => {
          rules.requireRole(state, done.before!, slug, 'owner')
          rules.invite(state, reached({ slug, address, role: open.role, buyer: undefined }, done))
        },
      }
    }),
  remove: (chance) =>
    inWorkspace(chance, async ({ slug, browser }) => {
      const member = chance.one(await members(slug, browser))
      return (
        member && {
          says: `removes ${member.email} from ${slug}`,
          send: () => browser.call('DELETE', `/console/${slug}/people/${member.id}`),
          does: (state, { before }) => {
            rules.requireRole(state, before!, slug, 'owner')
            rules.remove(state, { slug, id: member.id })
          },
        }
      )
    }),
  setRole: (chance) =>
    inWorkspace(chance, async ({ slug, browser }) => {
      const member = chance.one(await members(slug, browser))
      const role = chance.one(['staff', 'owner'] as const)!
      return (
        member && {
          says: `makes ${member.email} ${role} of ${slug}`,
          send: () => browser.call('PUT', `/console/${slug}/people/${member.id}/role`, { role }),
          does: (state, { before }) => {
            rules.requireRole(state, before!, slug, 'owner')
            rules.setRole(state, { slug, id: member.id, role })
          },
        }
      )
    }),
  inviteBuyer: (chance) =>
    inWorkspace(chance, ({ browser }) => {
      const { world, one } = chance
      const [slug, address] = [world.slugs[0]!, one(world.addresses)!]
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
          rules.requireRole(state, done.before!, slug, 'staff')
          const buyer = done.answer.body.data.id
          state.buyers.set(buyer, { slug, account: undefined, isDisabled: false })
          rules.invite(state, reached({ slug, address, role: undefined, buyer }, done))
        },
      }
    }),
  disableBuyer: (chance) => setDisabled(chance, true),
  enableBuyer: (chance) => setDisabled(chance, false),
} satisfies Record<string, Move>

function setDisabled(chance: Chance, isDisabled: boolean): Act | Promise<Act | undefined> | undefined {
  const { world, one } = chance
  const [slug, buyer] = [world.slugs[0]!, one(world.buyers)]
  if (buyer === undefined) return undefined
  const verb = isDisabled ? 'disable' : 'enable'
  return inWorkspace(chance, ({ browser }) => ({
    says: `${verb}s a buyer`,
    send: () => browser.call('POST', `/console/${slug}/buyers/${buyer}/${verb}`),
    does: (state, { before }) => {
      rules.requireRole(state, before!, slug, 'staff')
      rules.setDisabled(state, buyer, isDisabled)
    },
  }))
}

type InWorkspace = { slug: string; browser: TestBrowser }

/** Something in one of the workspaces, by somebody who is signed in. */
async function inWorkspace(
  { world, actor, one }: Chance,
  act: (where: InWorkspace) => Promise<Omit<Act, 'browser'> | undefined> | Omit<Act, 'browser'> | undefined,
): Promise<Act | undefined> {
  const [browser, slug] = [one(signedIn(actor)), one(world.slugs)!]
  const found = browser && (await act({ slug, browser }))
  return found && { ...found, says: `${actor.name} ${found.says}`, browser }
}

async function members(slug: string, browser: TestBrowser): Promise<{ id: string; email: string }[]> {
  const { status, body } = await browser.call('GET', `/console/${slug}/people`)
  return status === 200 ? body.data.members : []
}

/** How the token of an invitation reached somebody: by mail alone, or shown to whoever invites. */
function reached(given: Given, { answer, at, before, tokens: [mailed] }: Done) {
  const link: string | null = answer.body.data.link
  return { ...given, at, by: before!, mailed, shown: link === null ? undefined : linkIn(link)?.token }
}
