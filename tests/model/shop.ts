import type { OperationInput, OperationName, runOperation } from '../../server/src/ops/all-operations.ts'
import type { publishDuePriceChanges } from '../../server/src/jobs/background-jobs.ts'
import { Chance } from '../given/chance.ts'
import type { AppApiCalls } from '../given/app-api-calls.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import type { TestBuyer } from '../given/buyer.ts'
import { givenMember } from '../given/member.ts'
import type { TestMember } from '../given/member.ts'
import { done, expectDone } from '../given/given.ts'
import { renewSession } from '../given/session.ts'
import type { OwnService, TestWorkspace } from '../given/service.ts'
import type { priceOf, Customer, Known, Owner, Place, PriceChange, Product, State } from './reference.ts'

export const CODES = ['QUAY', 'MILL', 'FARM']
export const SKUS = ['A-1', 'B-2', 'C-3', 'D-4', 'E-5', 'F-6']
export const NAMES = { brand: ['Denby', 'Hollin', 'Lime'], category: ['Plates', 'Bowls'] }
/** What people do at a wholesaler's: each is done to the service, and to what is known of it. */
export type Act = (shop: Shop) => Promise<unknown>
export const DAY_MS = 86_400_000
/** How many days buyers are told ahead. */
export const COMING_DAYS = 30

/** What of the server runs beside its HTTP service. */
export type ServerParts = { runOperation: typeof runOperation; publishDuePriceChanges: typeof publishDuePriceChanges }

type Line = ReturnType<typeof priceOf> & { id: string; productId: string; sku: string; qty: number }
/** As it was placed or changed last. `seen`: the entries of its history. */
type Order = { id: string; code: string; lines: Line[]; seen: number }

/** A quote that can be ordered, as long as its day has not passed. */
type SentQuote = { id: string; number: number; code: string; validUntil: string; lines: QuotedLine[] }
type QuotedLine = { product: string; qty: number; unit: number }

/** A record that an act changed, with what it was before; null: new. */
export type Changed<T extends Known = Known> = { record: T; was: Partial<T> | null }
/** Where the service undoes an act, until when, and the import that it was. */
export type Way = { path: string; importId?: string; until: number; tellsMoves: boolean }

/** A small wholesaler: the service, and beside it what is known of it. */
export class Shop {
  readonly chance: Chance
  readonly service: OwnService
  readonly parts: ServerParts
  workspace!: TestWorkspace
  /** What is there now, and what was there, each from a time on. */
  state: State = { places: [], groups: [], customers: [], products: [], discounts: [], agreed: [], changes: [] }
  readonly past: { from: number; state: State }[] = []
  readonly baskets = new Map<string, { product: string; qty: number }[]>(CODES.map((code) => [code, []]))
  readonly orders: Order[] = []
  readonly quotes: SentQuote[] = []
  /** Minimum order values, by whose they are: `workspace`, `group 3`, `customer QUAY`. 0: none. */
  readonly minimums = new Map<string, number>()
  readonly undoable: (Way & { undo: () => { undoes: number; leaves: number } })[] = []
  /** Products that cannot go any more with the import that brought them. */
  readonly used = new Set<string>()
  #owner!: TestMember
  #buyers = new Map<string, TestBuyer>()
  #signedInAt = 0
  #versions = 0

  constructor(service: OwnService, parts: ServerParts, seed: number) {
    this.chance = new Chance(seed)
    this.service = service
    this.parts = parts
  }

  get now(): number {
    return this.service.time.now.getTime()
  }

  static async open(...given: ConstructorParameters<typeof Shop>): Promise<Shop> {
    const shop = new Shop(...given)
    const { service } = shop
    shop.workspace = await service.workspace()
    shop.#owner = await givenMember(service, shop.workspace, 'owner')
    await shop.operate('group add', { name: 'Gold' })
    await shop.operate('group add', { name: 'Silver' })
    shop.state.groups = [
      { id: 1, name: 'Gold' },
      { id: 2, name: 'Silver' },
    ]
    expectDone(
      await shop.workspace.put('/customers', { customers: CODES.map((code) => ({ accountCode: code, name: code })) }),
    )
    for (const { id, accountCode: code } of await done(shop.workspace.get('/customers'))) {
      shop.state.customers.push({ id, code, group: null, version: 0 })
      shop.#buyers.set(code, await givenSignedInBuyer(service, shop.workspace, id))
    }
    shop.#signedInAt = shop.now
    const settings = await done(shop.staff.get('/portal'))
    expectDone(
      await shop.staff.put('/portal', {
        ...settings,
        comingDays: COMING_DAYS,
        showListPrices: true,
        showCandidates: true,
      }),
    )
    shop.remember()
    return shop
  }

  /** The calls of an owner on the pages for staff. */
  get staff(): AppApiCalls & TestMember {
    return this.#owner
  }

  buyer(code: string): AppApiCalls {
    return this.#buyers.get(code)!
  }

  /** Sessions end in a month. */
  async signIn(): Promise<void> {
    if (this.now - this.#signedInAt < 20 * DAY_MS) return
    this.#signedInAt = this.now
    this.#owner = await renewSession(this.service, this.#owner, 'console')
    for (const [code, buyer] of this.#buyers) {
      this.#buyers.set(code, await renewSession(this.service, buyer, 'portal'))
    }
  }

  /** A command of the operator. */
  operate<N extends OperationName>(name: N, input: object) {
    const whole = { ...input, workspaceId: this.workspace.id } as unknown as OperationInput<N>
    return this.parts.runOperation(this.service.context, name, whole)
  }

  /** Keeps the state as that from now on. */
  remember(): void {
    this.past.push({ from: this.now, state: structuredClone(this.state) })
  }

  /** A version that nothing has had. */
  version(): number {
    return ++this.#versions
  }

  /** Something changed the record. */
  touch(record: { version: number }): void {
    record.version = this.version()
  }

  product(sku: string): Product | undefined {
    return this.state.products.find((product) => product.sku === sku)
  }

  customer(code: string): Customer {
    return this.state.customers.find((customer) => customer.code === code)!
  }

  /** The least subtotal of an order of the customer: the nearest minimum counts. */
  minimumOf(code: string): number {
    const { group } = this.customer(code)
    const nearest = [`customer ${code}`, `group ${group}`, 'workspace']
    return nearest.map((whose) => this.minimums.get(whose)).find((least) => least !== undefined) ?? 0
  }

  place(kind: Place['kind'], name: string): Place | undefined {
    return this.state.places.find((place) => place.kind === kind && place.name.toLowerCase() === name.toLowerCase())
  }

  /** The brand or category of that name, ignoring case; made where there is none. */
  placeFor(kind: Place['kind'], name: string): number {
    const place = this.place(kind, name) ?? { id: this.version(), kind, name }
    if (!this.state.places.includes(place)) this.state.places.push(place)
    return place.id
  }

  /** A customer or price group, and how a command names it. */
  someOwner(): { owner: Owner; named: object } {
    const { groups } = this.state
    if (groups.length > 0 && this.chance.is(0.5)) {
      const { id, name } = this.chance.oneOf(groups)
      return { owner: { group: id }, named: { group: name } }
    }
    const customer = this.chance.oneOf(CODES)
    return { owner: { customer }, named: { customer: this.chance.is(0.5) ? customer : customer.toLowerCase() } }
  }

  /** Small ones, whose discounts are rounded, and large ones. */
  amount(): number {
    return this.chance.is(0.3) ? this.chance.between(0, 20) : this.chance.between(1, 99_999)
  }

  /** Its new prices become list prices, of the products that are still there. */
  publish(change: PriceChange): void {
    for (const product of this.state.products) {
      const price = change.lines.get(product.id)
      if (price === undefined || price === product.list) continue
      product.list = price
      this.touch(product)
    }
    this.state.changes = this.state.changes.filter((other) => other !== change)
  }
}

export function newProduct(sku: string, id: string): Product {
  const nowhere = { list: null, brand: null, category: null, seenBy: null }
  return { id, sku, ...nowhere, active: true, minOrderQty: 1, version: 0 }
}

/** A name of a brand or category, in any case. */
export function someName({ chance, state }: Shop, kind: Place['kind']): string {
  const there = state.places.filter((place) => place.kind === kind).map(({ name }) => name)
  const name = chance.oneOf([...NAMES[kind], ...there])
  return chance.is(0.2) ? name.toUpperCase() : name
}

/** The ids of all products, by SKU. */
export async function readIds({ workspace }: Shop): Promise<Map<string, string>> {
  const products: { sku: string; id: string }[] = await done(workspace.get('/products'))
  return new Map(products.map(({ sku, id }) => [sku, id]))
}
