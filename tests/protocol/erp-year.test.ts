import { expect, inject, onTestFinished, test } from 'vitest'
import { analyzeGrown } from '../../server/src/jobs/background-jobs.ts'
import { deleteProduct } from '../../server/src/catalogue/product-writes.ts'
import { discardPriceChange } from '../../server/src/pricing/price-changes/settle-price-change.ts'
import { publishPriceChange } from '../../server/src/pricing/price-changes/publish-price-change.ts'
import { Chance } from '../given/chance.ts'
import { Erp } from '../given/erp.ts'
import type { OwnProduct } from '../given/erp.ts'
import { done, expectDone, givenDiscount } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import type { TestBuyer } from '../given/buyer.ts'
import { givenMember } from '../given/member.ts'
import { renewSession } from '../given/session.ts'
import { useOwnService } from '../given/service.ts'

/** Products. */
const SIZE = inject('engine').name === 'pglite' ? 5_000 : 100_000
const STEPS = 50
const DAY_MS = 86_400_000
const STEP_MS = (365 / STEPS) * DAY_MS
const CODES = ['QUAY', 'MILL', 'FARM']
/** Products that are ordered, and that people edit. */
const BUSY = 200

const service = useOwnService()

test(`an ERP that loses answers has the same as ${SIZE.toLocaleString('en')} products after a year, and no order twice`, async () => {
  // As the job of a serving process does.
  const analyzing = setInterval(() => void analyzeGrown(service.context).catch(() => {}), 1_000)
  onTestFinished(() => clearInterval(analyzing))
  const year = await begin()
  for (let step = 0; step < STEPS; step++) {
    await year.act()
    service.later(STEP_MS / 2)
    await year.night()
    service.later(STEP_MS / 2)
  }
  await year.act()
  await year.night()
  await year.erp.follow()
  await expectEqual(year)
}, 600_000)

type Year = Awaited<ReturnType<typeof begin>>

async function begin() {
  const seed = inject('seed')
  const chance = new Chance(seed)
  const workspace = await service.workspace()
  const erp = new Erp({ url: service.url, key: workspace.key }, chance)
  const places = new Map<string, TestBuyer>()
  const placed: string[] = []

  await erp.sendCustomers(CODES.map((code) => account(code, chance)))
  await erp.follow()
  await erp.sendProducts(Array.from({ length: SIZE }, (_, i) => product(i, chance.between(100, 99_999), chance)))
  await erp.follow()
  for (const { id, accountCode } of erp.customers.values()) {
    places.set(accountCode!, await givenSignedInBuyer(service, workspace, id))
    await givenDiscount(workspace, id, 750)
  }
  let staff = await givenMember(service, workspace, 'manager')
  const busy = () => `P-${chance.between(0, BUSY - 1)}`
  let added = SIZE

  const order = async (code: string) => {
    const buyer = places.get(code)!
    const lines = Array.from({ length: chance.between(1, 6) }, () => ({ sku: busy(), qty: chance.between(1, 9) }))
    await done(buyer.post('/basket/lines', { lines }))
    const { token, lines: asked } = await done(buyer.get('/basket'))
    for (const { productId } of asked.filter(({ problem }: any) => problem !== null)) {
      expectDone(await buyer.delete(`/basket/lines/${productId}`))
    }
    const good = asked.filter(({ problem }: any) => problem === null)
    if (good.length === 0) return
    const seen = good.map(({ productId, qty, price }: any) => ({ productId, qty, unit: price.unit }))
    placed.push((await done(buyer.post('/basket/order', { token, lines: seen }))).id)
  }

  /** One more of the first line, or the whole order is cancelled, as long as it is not on its way. */
  const touchOrder = async (id: string) => {
    const { status, history, lines } = await done(staff.get(`/orders/${id}`))
    if (status !== 'new' && status !== 'confirmed') return
    if (chance.is(0.3)) {
      return expectDone(await staff.patch(`/orders/${id}`, { status: 'cancelled', seen: status, note: 'Out of stock' }))
    }
    const changed = [{ id: lines[0].id, qty: lines[0].qty + 1 }]
    expectDone(await staff.post(`/orders/${id}/lines`, { seen: history.length, lines: changed }))
  }

  const people: (() => Promise<unknown>)[] = [
    async () => {
      const found = erp.products.values().find(({ sku }) => sku === busy())
      if (!found) return
      const { version } = await done(staff.get(`/products/${found.id}`))
      expectDone(await staff.patch(`/products/${found.id}`, { version, name: `Renamed ${chance.between(1, 999)}` }))
    },
    async () => {
      const { id } = chance.oneOf([...erp.customers.values()])
      const { version, addresses } = await done(staff.get(`/customers/${id}`))
      const phone = String(chance.between(100_000, 999_999))
      const kept = withoutSource(addresses).slice(0, 4)
      const added = { name: `Site ${phone}`, lines: [`${phone} Quay Road`] }
      expectDone(await staff.patch(`/customers/${id}`, { version, phone, addresses: [...kept, added] }))
    },
    async () => {
      const draft = (await workspace.get('/price-changes')).body.data.find(({ status }: any) => status === 'draft')
      if (!draft) return
      if (chance.is(0.25)) return discardPriceChange(workspace.context, { id: draft.id })
      return publishPriceChange(workspace.context, { id: draft.id })
    },
    async () => {
      if (!chance.is(0.2)) return
      const gone = chance.oneOf([...erp.products.values().take(BUSY)])
      await deleteProduct(workspace.context, { id: gone.id })
    },
    ...CODES.map((code) => () => order(code)),
    () => (placed.length > 0 ? touchOrder(chance.oneOf(placed.slice(-8))) : Promise.resolve()),
  ]

  return {
    erp,
    placed,
    /** What staff and buyers do in a week. */
    act: async () => {
      staff = await renewSession(service, staff, 'console')
      for (const [code, buyer] of places) places.set(code, await renewSession(service, buyer, 'portal'))
      for (const act of chance.shuffled(people)) await act()
    },
    /** What the ERP does then. */
    night: async () => {
      await erp.follow()
      const all = [...erp.own.values()]
      const changed = Array.from({ length: Math.ceil(SIZE / 100) }, () => chance.oneOf(all)).map((one) => ({
        ...one,
        listPrice: chance.is(0.5) ? one.listPrice : chance.between(100, 99_999),
        availability: chance.oneOf(['in_stock', 'low_stock', 'out_of_stock'] as const),
      }))
      await erp.sendProducts([
        ...new Map([...changed, product(added++, 500, chance)].map((one) => [one.sku, one])).values(),
      ])
      await erp.sendCustomers(chance.some(CODES).map((code) => account(code, chance)))
      const [skus, code] = [new Set([busy(), busy(), busy()]), chance.oneOf(CODES)]
      const codes = [...skus]
        .filter((sku) => erp.own.has(sku))
        .map((sku) => ({ sku, code: chance.is(0.2) ? null : `${code}-${sku}-${chance.between(1, 9)}` }))
      if (codes.length > 0) await erp.sendCodes(code, codes)
      await erp.workOnOrders((id) => (chance.is(0.3) ? touchOrder(id) : Promise.resolve()))
    },
  }
}

function product(i: number, listPrice: number, chance: Chance): OwnProduct {
  const brand = `Brand ${i % 20}`
  return {
    sku: `P-${i}`,
    name: `Product ${i}`,
    unitLabel: 'each',
    listPrice,
    brand,
    category: chance.oneOf(['A', 'B']),
  }
}

function account(accountCode: string, chance: Chance) {
  const addresses = chance.some(['Dock', 'Mill', 'Yard']).map((name) => ({
    id: name,
    name,
    lines: [`${chance.between(1, 99)} ${name} Road`],
    postcode: null,
    city: null,
    country: null,
  }))
  return { accountCode, name: `${accountCode} Café`, paymentTermsDays: chance.between(0, 60), addresses }
}

/** As addresses are sent. */
function withoutSource<Sent>(addresses: readonly (Sent & { source: string })[]): object[] {
  return addresses.map((address) => {
    const { source: _, ...sent } = address
    return sent
  })
}

/** Both sides know the same, by lists that the ERP has not read before. */
async function expectEqual({ erp, placed }: Year): Promise<void> {
  const { client } = erp
  expect(erp.lost).toBeGreaterThan(50)
  const differing: unknown[] = []
  const draft = new Map<string, number>()
  let count = 0
  for await (const { data } of client.pages('/api/v1/products')) {
    for (const { id, sku, name, availability, price } of data) {
      count++
      const [own, copy] = [erp.own.get(sku), erp.products.get(id)]
      const theirs = { sku, name, availability, list: price!.unit }
      const ours = { sku, name: own?.name, availability: own?.availability ?? 'not_tracked', list: erp.prices.get(sku) }
      const told = copy && { sku: copy.sku, name: copy.name, availability: copy.availability, list: copy.price!.unit }
      for (const known of [ours, told])
        if (JSON.stringify(known) !== JSON.stringify(theirs)) differing.push(known, theirs)
      if (own && own.listPrice !== price!.unit) draft.set(sku, own.listPrice)
    }
  }
  expect({ differing: differing.slice(0, 6), count }).toEqual({ differing: [], count: erp.own.size })
  expect(erp.products.size).toBe(count)
  expect(await erp.draftLines()).toEqual(draft)

  expect([...erp.orders.keys()].toSorted()).toEqual(placed.toSorted())
  for (const id of placed) {
    const { data } = await client.get('/api/v1/orders/{id}', { params: { path: { id } } })
    expect(erp.orders.get(id)).toEqual(data)
    expect(data.reference).toBe(erp.references.get(id) ?? null)
    const steps = data.history.filter(({ changes }) => changes === null).map(({ status }) => status)
    expect(new Set(steps).size).toBe(steps.length)
  }
  const customers = []
  for await (const { data } of client.pages('/api/v1/customers')) customers.push(...data)
  expect(new Map(customers.map((customer) => [customer.id, customer]))).toEqual(erp.customers)
  for (const { accountCode, addresses } of customers) {
    const sent = withoutSource(addresses.filter(({ source }) => source === 'api'))
    expect(sent).toEqual(erp.accounts.get(accountCode!)!.addresses)
    const codes: [string, string][] = []
    const query = { customer: accountCode! }
    for await (const { data } of client.pages('/api/v1/customer-codes', { params: { query } })) {
      codes.push(...data.map(({ sku, code }) => [sku, code] as [string, string]))
    }
    expect(new Map(codes)).toEqual(erp.codes.get(accountCode!) ?? new Map())
  }
}
