import { randomUUID } from 'node:crypto'
import { addMember } from '../../server/src/people/members.ts'
import { readAddress } from '../../server/src/workspaces/addresses.ts'
import type { TestPasskey } from '../given/authenticator.ts'
import { newBrowser } from '../given/browser.ts'
import type { TestBrowser } from '../given/browser.ts'
import { givenCustomer } from '../given/given.ts'
import type { IdentityProvider } from '../given/identity-provider.ts'
import type { TestService } from '../given/service.ts'
import { emptyState, newAccount, roleKey } from './state.ts'
import type { Page, State } from './state.ts'

/** What somebody chose or saw: a password, and the address that it was for. */
export type Key = { address: string; password: string }
export type HeldToken = { token: string; page: Page; to: string }
/** `of` is the address of its account at first, and `listed` its id there. */
export type HeldPasskey = TestPasskey & { of: string; listed: string }

const SITE = new URL('https://trade.example')
/** What the service is told of where it is. */
export const AT_SITE = { url: SITE.origin, sendsMail: true }
/** The same, as browsers tell it with a passkey. */
export const PLACE = { origin: SITE.origin, rpId: SITE.hostname }

/** Somebody with mailboxes that nobody else reads, and with what they have come to know. */
export type Actor = {
  name: string
  mailboxes: string[]
  browsers: TestBrowser[]
  keys: Key[]
  tokens: HeldToken[]
  passkeys: HeldPasskey[]
}

/** Mails of one run, each once: a mailbox is read by its holder alone. */
type Mail = { id: string; to: string; page: Page; token: string }

/**
 * The people of one run. The owner has a workspace, the insider another one, and the stranger no account. Each has two
 * mailboxes: so addresses change, and come back.
 */
export class World {
  readonly service: TestService
  /** The identity provider of both workspaces and of the deployment. */
  readonly idp: IdentityProvider
  /** Of all mailboxes. */
  readonly domain = `${randomUUID()}.example`
  readonly actors: Actor[]
  lastActor: Actor
  readonly slugs: string[] = []
  /** A customer of the owner's workspace. */
  customerId!: string
  readonly buyers: string[] = []
  /** What may be the case: acts at once leave open which of them was first. */
  possible: State[] = []
  readonly #read = new Set<string>()
  #chosen = 0

  constructor(service: TestService, idp: IdentityProvider) {
    this.service = service
    this.idp = idp
    this.actors = ['owner', 'insider', 'stranger'].map((name) => ({
      name,
      mailboxes: [`${name}@${this.domain}`, `${name}-2@${this.domain}`],
      browsers: [newBrowser(service), newBrowser(service)],
      keys: [],
      tokens: [],
      passkeys: [],
    }))
    this.lastActor = this.actors[0]!
  }

  async begin(): Promise<this> {
    const state = emptyState()
    for (const actor of this.actors.slice(0, 2)) {
      const workspace = await this.service.workspace()
      const slug = await readAddress(workspace.context, workspace.id)
      this.slugs.push(slug)
      if (actor.name === 'owner') this.customerId = await givenCustomer(workspace)
      const { address, password } = this.newKey(actor, actor.mailboxes[0]!)
      const { id } = await addMember(workspace.context, { name: actor.name, email: address, role: 'owner', password })
      state.accounts.set(address, newAccount({ id, address, isProved: true, password }))
      state.roles.set(roleKey(slug, address), 'owner')
    }
    this.possible = [state]
    return this
  }

  get addresses(): string[] {
    return this.actors.flatMap(({ mailboxes }) => mailboxes)
  }

  get now(): number {
    return this.service.time.now.getTime()
  }

  /** What is likely the case. */
  get state(): State {
    return this.possible[0]!
  }

  later(ms: number): void {
    this.service.time.now = new Date(this.now + ms)
  }

  holderOf(address: string): Actor {
    return this.actors.find(({ mailboxes }) => mailboxes.includes(address.toLowerCase()))!
  }

  /** A password that somebody chooses for an address. */
  newKey(actor: Actor, address: string): Key {
    const key = { address, password: `password ${++this.#chosen}` }
    actor.keys.push(key)
    return key
  }

  /** Gives each new mail to the holder of its mailbox. The earliest first. */
  async readMails(): Promise<Mail[]> {
    const mails = await this.service.context.db
      .selectFrom('mail')
      .select(['id', 'recipient', 'text'])
      .where('recipient', 'ilike', `%${this.domain}`)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    const unread = mails.filter(({ id }) => !this.#read.has(id))
    return unread.flatMap(({ id, recipient, text }) => {
      this.#read.add(id)
      const link = linkIn(text)
      if (!link) return []
      const to = recipient.toLowerCase()
      this.holderOf(to).tokens.push({ to, ...link })
      return [{ id, to, ...link }]
    })
  }
}

/** The page and the token of a link. */
export function linkIn(text: string): { page: Page; token: string } | undefined {
  const [, page, token] = /https?:\/\/[^/\s]+(\/[a-z-]+)(?:\?token=|\/)([\w-]{20,})/.exec(text) ?? []
  return token === undefined ? undefined : { page: page as Page, token }
}
