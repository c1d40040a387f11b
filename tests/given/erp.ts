import { ApiError, createClient } from '@trade-catalogue/client'
import type {
  Client,
  Customer,
  CustomerItem,
  OrderWithLines,
  ProductItem,
  ProductWithNames,
} from '@trade-catalogue/client'
import type { Chance } from './chance.ts'

/** Of so many calls, the answer of one is lost. */
const LOSES = 10
const ROWS = 100
const DRAFT = 'nightly'

/** What the ERP sells, as it sends it. */
export type OwnProduct = ProductItem & { listPrice: number }

/**
 * An ERP that keeps its own copy of a workspace, by the typed client alone. Every tenth call is done, and its answer is
 * lost: then the client sends it again.
 */
export class Erp {
  readonly client: Client
  /** By SKU. */
  readonly own = new Map<string, OwnProduct>()
  readonly accounts = new Map<string, CustomerItem & { accountCode: string }>()
  readonly codes = new Map<string, Map<string, string>>()
  /** What the feeds have told, by ids; list prices by SKU. */
  readonly products = new Map<string, ProductWithNames>()
  readonly customers = new Map<string, Customer>()
  readonly orders = new Map<string, OrderWithLines>()
  readonly prices = new Map<string, number | null>()
  /** The numbers that it has given to orders, by their ids. */
  readonly references = new Map<string, string>()
  readonly cursors = { product: 'start', price: 'start', customer: 'start', order: 'start' }
  lost = 0
  #calls = 0
  /** Entity tags of what was read last, by the last part of its path. */
  readonly #tags = new Map<string, string>()
  readonly #chance: Chance

  constructor(service: { url: string; key: string }, chance: Chance) {
    this.#chance = chance
    this.client = createClient({ ...service, fetch: (request) => this.#call(request), sleep: async () => {} })
  }

  async #call(request: Request): Promise<Response> {
    const response = await fetch(request)
    if (++this.#calls % LOSES === 0) {
      await response.arrayBuffer()
      this.lost++
      throw new TypeError('The answer was lost.')
    }
    this.#tags.set(request.url.split('/').at(-1)!, response.headers.get('etag') ?? '')
    return response
  }

  /** Sends these products, and all whose list price is still another one: their draft may be discarded. */
  async sendProducts(changed: readonly OwnProduct[]): Promise<void> {
    for (const product of changed) this.own.set(product.sku, product)
    const skus = new Set(changed.map(({ sku }) => sku))
    for (const { sku, listPrice } of this.own.values()) {
      if (this.prices.has(sku) && this.prices.get(sku) !== listPrice) skus.add(sku)
    }
    const rows = [...skus].map((sku) => this.own.get(sku)!)
    for (let i = 0; i < rows.length; i += ROWS) {
      const body = { products: rows.slice(i, i + ROWS), priceChangeKey: DRAFT }
      await this.client.put('/api/v1/products', { body })
    }
  }

  async sendCustomers(changed: readonly (CustomerItem & { accountCode: string })[]): Promise<void> {
    for (const account of changed) this.accounts.set(account.accountCode, account)
    await this.client.put('/api/v1/customers', { body: { customers: [...changed] } })
  }

  /** The number that a product had is another one's then. */
  async sendCodes(customer: string, codes: readonly { sku: string; code: string | null }[]): Promise<void> {
    const known = this.codes.getOrInsertComputed(customer, () => new Map())
    for (const { sku, code } of codes) {
      if (code === null) known.delete(sku)
      else known.set(sku, code)
    }
    await this.client.put('/api/v1/customer-codes', { body: { customer, codes: [...codes] } })
  }

  /** Takes over what staff and buyers have done. Names that staff have written are right. */
  async follow(): Promise<void> {
    const { client, cursors } = this
    for await (const { data, nextCursor } of client.follow('/api/v1/product-feed', cursors.product, { limit: 500 })) {
      for (const { productId, sku, product } of data) this.#takeProduct(productId, sku, product)
      cursors.product = nextCursor
    }
    for await (const { data, nextCursor } of client.follow('/api/v1/price-feed', cursors.price, { limit: 500 })) {
      for (const { sku, price } of data) this.prices.set(sku, price?.unit ?? null)
      cursors.price = nextCursor
    }
    for await (const { data, nextCursor } of client.follow('/api/v1/customer-feed', cursors.customer)) {
      for (const { customerId, customer } of data) this.customers.set(customerId, customer!)
      cursors.customer = nextCursor
    }
    for await (const { data, nextCursor } of client.follow('/api/v1/order-feed', cursors.order)) {
      for (const { id, order } of data) this.orders.set(id, order)
      cursors.order = nextCursor
    }
  }

  #takeProduct(id: string, sku: string, product: ProductWithNames | null): void {
    const own = this.own.get(sku)
    if (product) {
      this.products.set(id, product)
      if (own) this.own.set(sku, { ...own, name: product.name })
      return
    }
    this.products.delete(id)
    this.own.delete(sku)
    for (const codes of this.codes.values()) codes.delete(sku)
  }

  /** Takes new orders over, each under a number of its own, and moves others on. `meanwhile`: others act, too. */
  async workOnOrders(meanwhile: (id: string) => Promise<unknown>): Promise<void> {
    for (const { id, number, status, creditHold } of this.orders.values()) {
      if (status === 'new' && !creditHold) await this.#takeOver(id, number, meanwhile)
      else if (status === 'confirmed' && this.#chance.is(0.5))
        await this.#move(id, { status: 'dispatched', tracking: `P-${number}` })
      else if (status === 'dispatched' && this.#chance.is(0.5)) await this.#move(id, { status: 'completed' })
    }
  }

  async #takeOver(id: string, number: number, meanwhile: (id: string) => Promise<unknown>): Promise<void> {
    const reference = `SO-${number}`
    for (let attempt = 0; ; attempt++) {
      const { status, reference: given, tag } = await this.#read(id)
      if (given === reference) this.references.set(id, reference)
      if (given === reference || status !== 'new') return
      if (attempt === 0) await meanwhile(id)
      const init = {
        params: { path: { id }, header: { 'if-match': tag } },
        body: { status: 'confirmed', reference } as const,
      }
      await this.client.patch('/api/v1/orders/{id}', init).catch(expectPassed)
    }
  }

  /** What its lost answer said, the next read of the feed tells. */
  async #move(id: string, body: { status: 'dispatched' | 'completed'; tracking?: string }): Promise<void> {
    await this.client.patch('/api/v1/orders/{id}', { params: { path: { id } }, body }).catch(expectPassed)
  }

  async #read(id: string) {
    const { data } = await this.client.get('/api/v1/orders/{id}', { params: { path: { id } } })
    return { ...data, tag: this.#tags.get(id)! }
  }

  /** The lines of its draft, by SKU. */
  async draftLines(): Promise<Map<string, number>> {
    const lines = new Map<string, number>()
    const { data: changes } = await this.client.get('/api/v1/price-changes')
    for (const { id } of changes.filter(({ status }) => status === 'draft')) {
      for await (const { data } of this.client.pages('/api/v1/price-changes/{id}', { params: { path: { id } } })) {
        for (const { sku, newPrice } of data.lines) lines.set(sku, newPrice)
      }
    }
    return lines
  }
}

/** Somebody was first: staff, or an earlier attempt whose answer was lost. */
function expectPassed(error: unknown): void {
  const passed = ['already_moved', 'not_movable']
  if (!(error instanceof ApiError)) throw error
  if (error.code !== 'precondition_failed' && !passed.includes(error.reason ?? '')) throw error
}
