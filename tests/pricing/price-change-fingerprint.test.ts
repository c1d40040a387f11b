import { expect, test } from 'vitest'
import { publishPriceChange } from '../../server/src/pricing/price-changes/publish-price-change.ts'
import { schedulePriceChange } from '../../server/src/pricing/price-changes/settle-price-change.ts'
import { useService } from '../given/service.ts'
import {
  alter,
  givenAgreedPrice,
  givenCustomer,
  givenDiscount,
  idOf,
  item,
  items,
  raiseRevision,
  send,
  sendItems,
} from '../given/given.ts'
import { givenDraft, preview, refused, refusalOf } from '../given/price-change.ts'

const service = useService()

const LATER = new Date('2026-04-01T00:00:00.000Z')

async function previewed() {
  const workspace = await service.workspace()
  const id = await givenDraft(workspace, { A: [1000, 1100], B: [1000, 900] })
  const customer = await givenCustomer(workspace, { accountCode: 'Q' })
  await send(workspace, [
    item({ sku: 'OTHER', name: 'Other', brand: 'Denby', category: 'Tableware' }),
    item({ sku: 'B', name: 'B', listPrice: 1000, brand: 'Hollin' }),
  ])
  await givenDiscount(workspace, customer, 1000, { brandId: await idOf(workspace, 'brands', 'Denby') })
  return { workspace, id, customer, fingerprint: (await preview(workspace, id)).fingerprint as string }
}
type Previewed = Awaited<ReturnType<typeof previewed>>

test('a fingerprint that is fresh lets publish, whatever page and customer it was shown with', async () => {
  const { workspace, id, fingerprint } = await previewed()
  expect((await preview(workspace, id, '?limit=1&offset=1&customer=Q')).fingerprint).toBe(fingerprint)
  await schedulePriceChange(workspace.context, { id, at: LATER })
  expect((await preview(workspace, id)).fingerprint).toBe(fingerprint)
  expect(await publishPriceChange(workspace.context, { id, fingerprint })).toMatchObject({ status: 'published' })
})

test('a fingerprint of what is left alone lets publish while the workspace is written all the time', async () => {
  const { workspace, id, fingerprint } = await previewed()
  const over = new AbortController()
  const writing = (async () => {
    while (!over.signal.aborted) await raiseRevision(workspace)
  })()
  try {
    const meanwhile = (await preview(workspace, id)).fingerprint as string
    expect(meanwhile).toBe(fingerprint)
    await send(workspace, [item({ sku: 'A', name: 'A', listPrice: 1101 })], id)
    expect(await refusalOf(publishPriceChange(workspace.context, { id, fingerprint: meanwhile }))).toEqual(
      refused('invalid_request', /: its lines have changed\./),
    )
    const again = (await preview(workspace, id)).fingerprint as string
    expect(await publishPriceChange(workspace.context, { id, fingerprint: again })).toMatchObject({ lineCount: 2 })
  } finally {
    over.abort()
    await writing
  }
})

const moves: [string, RegExp, (given: Previewed) => Promise<unknown>][] = [
  [
    'a line was added',
    /its lines have changed/,
    async ({ workspace, id }) => {
      await sendItems(workspace, 1)
      await send(workspace, [{ ...items(1)[0], listPrice: 7 }], id)
    },
  ],
  [
    'a line got another price',
    /: its lines have changed\./,
    ({ workspace, id }) => send(workspace, [item({ sku: 'A', name: 'A', listPrice: 1101 })], id),
  ],
  [
    'a line went with its product',
    /its lines have changed/,
    async ({ workspace }) => {
      await service.context.db
        .deleteFrom('product')
        .where('workspace_id', '=', workspace.id)
        .where('sku', '=', 'A')
        .execute()
      await raiseRevision(workspace)
    },
  ],
  [
    'a list price was changed by another publication',
    /: list prices that it replaces have changed\./,
    async ({ workspace }) => {
      const { priceChangeId } = await send(workspace, [item({ sku: 'A', name: 'A', listPrice: 1001 })])
      await publishPriceChange(workspace.context, { id: priceChangeId })
    },
  ],
  [
    'a discount was set',
    /: the terms of customers/,
    ({ workspace, customer }) => givenDiscount(workspace, customer, 1),
  ],
  [
    'a discount on a brand was set',
    /: the terms of customers/,
    async ({ workspace, customer }) =>
      givenDiscount(workspace, customer, 1, { brandId: await idOf(workspace, 'brands', 'Hollin') }),
  ],
  [
    'a price was agreed',
    /: the terms of customers/,
    ({ workspace, customer }) => givenAgreedPrice(workspace, customer, 'A', { unit: 5 }),
  ],
  ['a customer came', /: the terms of customers/, ({ workspace }) => givenCustomer(workspace)],
  [
    'a product was hidden',
    /what they can see, have changed/,
    ({ workspace }) => alter(workspace, 'A', { active: false }),
  ],
  [
    'a product was kept for some',
    /: the terms of customers/,
    ({ workspace }) => send(workspace, [item({ sku: 'B', name: 'B', listPrice: 1000, onlyFor: ['Q'] })]),
  ],
  [
    'a product was filed under a brand that somebody has a discount on',
    /: the terms of customers/,
    ({ workspace }) => send(workspace, [item({ sku: 'B', name: 'B', listPrice: 1000, brand: 'Denby' })]),
  ],
  [
    'lines and prices moved',
    /its lines have changed, and list prices/,
    async ({ workspace, id }) => {
      await send(workspace, [item({ sku: 'A', name: 'A', listPrice: 1 })], id)
      await alter(workspace, 'B', { list_price: 1 })
    },
  ],
]
test.each(moves)('a fingerprint is stale once %s, and publishing says so', async (_, message, move) => {
  const given = await previewed()
  await move(given)
  const { workspace, id, fingerprint } = given
  expect(await refusalOf(publishPriceChange(workspace.context, { id, fingerprint }))).toEqual(
    refused('invalid_request', message),
  )
  expect((await preview(workspace, id)).status).toBe('draft')
  const fresh = (await preview(workspace, id)).fingerprint
  expect(fresh).not.toBe(fingerprint)
  expect(await publishPriceChange(workspace.context, { id, fingerprint: fresh })).toMatchObject({
    status: 'published',
  })
})

test('a fingerprint is stale once an agreed price has begun or ended by itself', async () => {
  const { workspace, id, customer } = await previewed()
  const before = service.time.now
  await givenAgreedPrice(workspace, customer, 'A', { unit: 5, startsAt: '2026-03-03T00:00:00.000Z' })
  await givenAgreedPrice(workspace, customer, 'B', { unit: 5, endsAt: '2026-03-04T00:00:00.000Z' })
  const seen = new Set<string>()
  try {
    for (const now of ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05']) {
      service.time.now = new Date(`${now}T10:00:00.000Z`)
      seen.add((await preview(workspace, id)).fingerprint)
    }
  } finally {
    service.time.now = before
  }
  expect(seen.size).toBe(3)
})

const others: [string, (given: Previewed) => Promise<unknown>][] = [
  [
    'texts and other products',
    ({ workspace }) =>
      send(workspace, [item({ sku: 'A', name: 'Renamed', listPrice: 1000, description: 'New text' }), item()]),
  ],
  [
    'a discount on what has no line',
    async ({ workspace, customer }) =>
      givenDiscount(workspace, customer, 2000, { categoryId: await idOf(workspace, 'categories', 'Tableware') }),
  ],
  [
    'a price agreed for what has no line',
    ({ workspace, customer }) => givenAgreedPrice(workspace, customer, 'OTHER', { unit: 5 }),
  ],
  [
    'a brand that nobody has a discount on',
    ({ workspace }) => send(workspace, [item({ sku: 'A', name: 'A', listPrice: 1000, brand: 'Arc' })]),
  ],
]
test.each(others)('a fingerprint is not affected by %s', async (_, move) => {
  const given = await previewed()
  await move(given)
  expect((await preview(given.workspace, given.id)).fingerprint).toBe(given.fingerprint)
})

test.each(['', 'x', 'a-b', '%', 'a-b-c-d-e'])(
  'a fingerprint that never was one (%j) is refused',
  async (fingerprint) => {
    const { workspace, id } = await previewed()
    expect(await refusalOf(publishPriceChange(workspace.context, { id, fingerprint }))).toEqual(
      refused('invalid_request', /is not a fingerprint/),
    )
  },
)
