import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { publishPriceChange } from '../../server/src/pricing/price-changes/publish-price-change.ts'
import { schedulePriceChange } from '../../server/src/pricing/price-changes/settle-price-change.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import {
  alter,
  expectDone,
  find,
  givenCustomer,
  givenDiscount,
  invalidFields,
  items,
  refusal,
  send,
} from '../given/given.ts'
import { givenDraft, preview } from '../given/price-change.ts'

const service = useService()

async function givenChanges(workspace: TestWorkspace, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, i) => ({
    workspace_id: workspace.id,
    id: randomUUIDv7(),
    name: `Change ${i}`,
    status: 'draft' as const,
    line_count: 0,
    created_by: JSON.stringify({ type: 'staff', id: null, name: 'Ruth' }),
    created_at: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(i / 2))),
    updated_at: new Date(),
  }))
  await service.context.db.insertInto('price_change').values(rows).execute()
  return rows
    .toSorted((a, b) => Number(a.created_at) - Number(b.created_at) || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id)
}

async function listed(workspace: TestWorkspace, query = '') {
  const answer = await workspace.get(`/price-changes${query}`)
  expectDone(answer)
  const { data, nextOffset } = answer.body
  return { ids: data.map(({ id }: { id: string }) => id) as string[], nextOffset }
}

const line = (sku: string, currentPrice: number, newPrice: number, changeBp: number | null) => ({
  productId: expect.any(String),
  sku,
  name: expect.any(String),
  currentPrice,
  newPrice,
  changeBp,
})

test('the list of price changes shows what each one is', async () => {
  const workspace = await service.workspace()
  const id = await givenDraft(workspace, { A: [100, 110], B: [200, 210] })
  const { body } = await workspace.get('/price-changes')
  expect(body).toEqual({
    data: [
      {
        id,
        name: 'ERP sync',
        status: 'draft',
        lineCount: 2,
        scheduledFor: null,
        createdAt: '2026-03-02T09:30:00.000Z',
        createdBy: { type: 'key', id: workspace.keyId, name: 'ERP sync' },
        publishedAt: null,
      },
    ],
    nextOffset: null,
  })
  await schedulePriceChange(workspace.context, { id, at: new Date('2026-04-01T00:00:00.000Z') })
  expect((await workspace.get('/price-changes')).body.data).toMatchObject([
    { status: 'scheduled', scheduledFor: '2026-04-01T00:00:00.000Z', publishedAt: null },
  ])
  await publishPriceChange(workspace.context, { id })
  expect((await workspace.get('/price-changes')).body.data).toMatchObject([
    { status: 'published', scheduledFor: '2026-04-01T00:00:00.000Z', publishedAt: '2026-03-02T09:30:00.000Z' },
  ])
})

test('the list of price changes is newest first and ends after the 100 newest, on an empty page', async () => {
  const workspace = await service.workspace()
  const newest = (await givenChanges(workspace, 103)).toReversed().slice(0, 100)
  expect(await listed(workspace)).toEqual({ ids: newest, nextOffset: 100 })
  expect(await listed(workspace, '?offset=100')).toEqual({ ids: [], nextOffset: null })
  expect(await listed(workspace, '?offset=101&limit=5')).toEqual({ ids: [], nextOffset: null })
  expect(await listed(workspace, '?limit=30&offset=90')).toEqual({ ids: newest.slice(90), nextOffset: null })
  expect(await listed(workspace, '?limit=10&offset=90')).toEqual({ ids: newest.slice(90), nextOffset: 100 })
  expect(await listed(workspace, `?offset=${'9'.repeat(40)}`)).toEqual({ ids: [], nextOffset: null })
})

test('the list of price changes shows each change once over any walk', async () => {
  const workspace = await service.workspace()
  const newest = (await givenChanges(workspace, 23)).toReversed()
  for (const limit of [1, 4, 23]) {
    const seen: string[] = []
    for (let offset: number | null = 0; offset !== null;) {
      const page: { ids: string[]; nextOffset: number | null } = await listed(
        workspace,
        `?limit=${limit}&offset=${offset}`,
      )
      seen.push(...page.ids)
      offset = page.nextOffset
    }
    expect(seen).toEqual(newest)
  }
})

test.each([
  ['limit=0', ['limit']],
  ['limit=101', ['limit']],
  ['limit=x&offset=-1', ['limit', 'offset']],
  ['limit=1&limit=2', ['limit']],
])('the list of price changes refuses %s', async (query, fields) => {
  const workspace = await service.workspace()
  expect(invalidFields(await workspace.get(`/price-changes?${query}`))).toEqual(fields)
})

test('a preview shows each line beside the price that it replaces, and sums them up', async () => {
  const workspace = await service.workspace()
  const prices = { B: [1000, 1125], a: [800, 600], C: [500, 500], D: [0, 100], E: [300, 301] } as const
  const id = await givenDraft(workspace, prices)
  // C is in no draft by itself, as its price does not change; one comes to be there when the price moves meanwhile.
  await send(workspace, [...items(1), { ...items(1)[0], sku: 'C', listPrice: 505 }], id)
  await alter(workspace, 'C', { list_price: 505 })
  const { body } = await workspace.get(`/price-changes/${id}`)
  expect(body).toMatchObject({ currency: 'GBP', nextOffset: null })
  const { summary, lines, fingerprint, ...change } = body.data
  expect(change).toMatchObject({ id, status: 'draft', lineCount: 5 })
  expect(fingerprint).toMatch(/^[\w-]{20,}$/)
  expect(lines).toEqual([
    line('a', 800, 600, -2500),
    line('B', 1000, 1125, 1250),
    line('C', 505, 505, 0),
    line('D', 0, 100, null),
    line('E', 300, 301, 33),
  ])
  expect(summary).toMatchObject({
    increased: 3,
    decreased: 1,
    unchanged: 1,
    deleted: 0,
    averageChangeBp: Math.round((-2500 + 1250 + 0 + 33) / 4),
    largestIncrease: line('B', 1000, 1125, 1250),
    largestDecrease: line('a', 800, 600, -2500),
  })
})

test('a preview has no largest change where nothing goes that way, and no average where nothing can be compared', async () => {
  const workspace = await service.workspace()
  const id = await givenDraft(workspace, { A: [0, 100], B: [100, 110] })
  await alter(workspace, 'B', { list_price: null })
  const { summary, lines } = await preview(workspace, id)
  expect(lines[1]).toMatchObject({ currentPrice: null, newPrice: 110, changeBp: null })
  expect(summary).toMatchObject({
    increased: 1,
    decreased: 0,
    unchanged: 0,
    averageChangeBp: null,
    largestIncrease: null,
    largestDecrease: null,
  })
})

test('a preview pages its lines in the order of their SKUs, and sums up all of them on every page', async () => {
  const workspace = await service.workspace()
  const skus = Array.from({ length: 7 }, (_, i) => `P-${i}`)
  const id = await givenDraft(workspace, Object.fromEntries(skus.map((sku) => [sku, [100, 105]])))
  const page = async (query: string) => {
    const { body } = await workspace.get(`/price-changes/${id}?${query}`)
    expect(body.data.summary.increased).toBe(7)
    return [body.data.lines.map(({ sku }: { sku: string }) => sku), body.nextOffset]
  }
  expect(await page('limit=3')).toEqual([skus.slice(0, 3), 3])
  expect(await page('limit=3&offset=3')).toEqual([skus.slice(3, 6), 6])
  expect(await page('limit=3&offset=6')).toEqual([skus.slice(6), null])
  expect(await page('limit=7')).toEqual([skus, 7])
  expect(await page('limit=7&offset=7')).toEqual([[], null])
  expect(await page(`offset=${'9'.repeat(30)}`)).toEqual([[], null])
})

test('a preview shows what a customer pays before and after, for a code in any case', async () => {
  const workspace = await service.workspace()
  const id = await givenDraft(workspace, { A: [999, 1001], B: [2000, 1000] })
  const customer = await givenCustomer(workspace, { accountCode: 'Quay1' })
  await givenDiscount(workspace, customer, 5000)
  for (const named of ['QUAY1', 'quay1', customer]) {
    expect((await preview(workspace, id, `?customer=${named}`)).lines).toMatchObject([
      { currentPrice: 999, newPrice: 1001, customerBefore: 500, customerAfter: 501 },
      { currentPrice: 2000, newPrice: 1000, customerBefore: 1000, customerAfter: 500 },
    ])
  }
  for (const line of (await preview(workspace, id)).lines) expect(line).not.toHaveProperty('customerBefore')
})

test('a preview of a published change keeps the prices that it replaced', async () => {
  const workspace = await service.workspace()
  const id = await givenDraft(workspace, { A: [1000, 1100] })
  const customer = await givenCustomer(workspace, { accountCode: 'Q' })
  await givenDiscount(workspace, customer, 1000)
  await publishPriceChange(workspace.context, { id })
  expect((await find(workspace, 'A')).price.list).toBe(1100)
  expect(await preview(workspace, id, '?customer=Q')).toMatchObject({
    status: 'published',
    summary: { increased: 1, customers: { payMore: 1 } },
    lines: [{ currentPrice: 1000, newPrice: 1100, changeBp: 1000, customerBefore: 900, customerAfter: 990 }],
  })
})

test('a preview is not found for a change or a customer that this workspace does not have', async () => {
  const [workspace, other] = [await service.workspace(), await service.workspace()]
  const id = await givenDraft(workspace, { A: [1, 2] })
  const foreign = await givenCustomer(other, { accountCode: 'THEIRS' })
  expect(await other.get(`/price-changes/${id}`)).toEqual(refusal(404, 'not_found'))
  expect((await other.get('/price-changes')).body.data).toEqual([])
  for (const missing of [randomUUIDv7(), 'nothing', '%00', '%F0%9F%92%A9']) {
    expect(await workspace.get(`/price-changes/${missing}`)).toEqual(refusal(404, 'not_found'))
  }
  for (const customer of ['THEIRS', foreign]) {
    const answer = await workspace.get(`/price-changes/${id}?customer=${customer}`)
    expect(answer).toEqual(refusal(404, 'not_found'))
    expect(answer.body.error.message).toContain(customer)
  }
})
