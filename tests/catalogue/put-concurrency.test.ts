import type { KyselyPlugin, QueryId } from 'kysely'
import { expect, inject, test } from 'vitest'
import { upsertProducts } from '../../server/src/catalogue/upsert-products.ts'
import { useService } from '../given/service.ts'
import type { Answer, TestWorkspace } from '../given/service.ts'
import { givenCustomer, item, items, read, send, skus } from '../given/given.ts'

const service = useService()

/** The list in its own order for each caller. */
function shuffled<T>(list: T[], seed: number): T[] {
  return list
    .map((value, i) => ({ value, rank: ((i + 1) * (seed * 7919 + 104_729)) % 1009 }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ value }) => value)
}

function together(count: number, call: (i: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, (_, i) => call(i)))
}

const sum = (answers: Answer[], field: string) =>
  answers.reduce((total, { body }) => total + (body.data[field] as number), 0)

async function lineCounts(workspace: TestWorkspace) {
  const told = await service.context.db
    .selectFrom('price_change')
    .select(({ fn }) => fn.sum<number>('line_count').as('count'))
    .where('workspace_id', '=', workspace.id)
    .executeTakeFirstOrThrow()
  const lines = await service.context.db
    .selectFrom('price_change_line')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspace.id)
    .executeTakeFirstOrThrow()
  return { told: Number(told.count), lines: Number(lines.count) }
}

test('calls at once that create the same products make each of them once, with no error', async () => {
  const workspace = await service.workspace()
  const rows = items(20, (i) => ({ brand: `Brand ${i % 4}`, category: `Category ${i % 3}` }))
  const answers = await together(12, (i) => workspace.put('/products', { products: shuffled(rows, i) }))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(sum(answers, 'created')).toBe(20)
  expect(sum(answers, 'updated')).toBe(11 * 20)
  expect((await skus(workspace, '')).toSorted()).toEqual(rows.map(({ sku }) => sku))
  expect((await workspace.get('/brands')).body.data).toHaveLength(4)
  expect((await workspace.get('/categories')).body.data).toHaveLength(3)
})

test('calls at once that create products that overlap, of brands in different spellings, agree in the end', async () => {
  const workspace = await service.workspace()
  const rows = items(24)
  const answers = await together(12, (i) => {
    const brand = i % 2 === 0 ? 'Denby' : 'DENBY'
    const mine = shuffled(rows, i).filter((_, k) => k % 3 !== i % 3)
    return workspace.put('/products', { products: mine.map((row) => Object.assign({}, row, { brand })) })
  })
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(sum(answers, 'created')).toBe(24)
  expect((await workspace.get('/brands')).body.data).toHaveLength(1)
})

test('calls at once that update overlapping products in different orders all succeed, each whole', async () => {
  const workspace = await service.workspace()
  const rows = items(30)
  await send(workspace, rows)
  const answers = await together(12, (i) => {
    const mine = shuffled(rows, i).slice(0, 25)
    const fields = { name: `Name ${i}`, description: `Text ${i}`, brand: `Brand ${i}` }
    return workspace.put('/products', { products: mine.map((row) => ({ ...row, ...fields })) })
  })
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(sum(answers, 'updated')).toBe(12 * 25)
  for (const { name, description } of (await workspace.get('/products')).body.data) {
    if (description !== null) expect(description).toBe(name.replace('Name', 'Text'))
  }
})

test('calls at once that mix new and old products, with and without the same draft, lose no price', async () => {
  const workspace = await service.workspace()
  const rows = items(20)
  await send(workspace, rows)
  const { priceChangeId } = await send(workspace, [item({ sku: 'SKU-0000', listPrice: 1 })])
  const answers = await together(12, (i) => {
    const products = [
      ...shuffled(rows, i).map((row) => ({ ...row, listPrice: 100 + i })),
      item({ sku: `NEW-${i % 4}` }),
    ]
    return workspace.put('/products', { products, ...(i % 2 === 0 ? { priceChangeId } : {}) })
  })
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(sum(answers, 'created')).toBe(4)
  expect(sum(answers, 'priceChanges')).toBe(12 * 20)
  const drafts = new Set(answers.map(({ body }) => body.data.priceChangeId))
  expect(drafts.size).toBe(1 + 6)
  expect(await lineCounts(workspace)).toEqual({ told: 7 * 20, lines: 7 * 20 })
})

/** The product as one caller has it: name, image and customer all say whose it is. */
const version = (sku: string, code: string) =>
  item({ sku, name: code, imageUrl: `https://images.example/${code}.jpg`, onlyFor: [code] })

test('two calls for the same product at once end as if one had come after the other, also in who may see it and in its image', async () => {
  const workspace = await service.workspace()
  for (const code of ['A', 'B']) await givenCustomer(workspace, { accountCode: code })
  for (let round = 0; round < 15; round++) {
    const sku = `ROUND-${round}`
    await send(workspace, [version(sku, 'A')])
    // Both are sent; the one that waits for the other must not decide by what it saw before.
    await together(2, (i) => workspace.put('/products', { products: [version(sku, i === 0 ? 'B' : 'A')] }))
    const { id, name } = await read(workspace, sku)
    const image = await service.context.db
      .selectFrom('product_image')
      .select('source_url')
      .where('workspace_id', '=', workspace.id)
      .where('product_id', '=', id)
      .executeTakeFirstOrThrow()
    const seen = await Promise.all(['A', 'B'].map((code) => workspace.get(`/products/${id}?customer=${code}`)))
    expect({ name, image: image.source_url, seen: seen.map(({ status }) => status === 200) }).toEqual({
      name,
      image: `https://images.example/${name}.jpg`,
      seen: [name === 'A', name === 'B'],
    })
  }
})

/** Does something each time that a call has read or locked its products, before it goes on. */
function afterEachLook(act: (look: number) => Promise<unknown>): KyselyPlugin {
  const ids = new WeakSet<QueryId>()
  let looks = 0
  return {
    transformQuery: ({ node, queryId }) => {
      if (node.kind === 'RawNode' && node.sqlFragments.join('').includes('xmin as version')) ids.add(queryId)
      return node
    },
    transformResult: async ({ result, queryId }) => {
      if (ids.has(queryId)) await act(++looks)
      return result
    },
  }
}

// On the embedded database, nobody else is there while a transaction is open.
test.runIf(inject('engine').name === 'postgres')(
  'a product that was created, then limited to a customer, beside a call that does not say for whom, stays limited',
  async () => {
    const workspace = await service.workspace()
    await givenCustomer(workspace, { accountCode: 'A' })
    await givenCustomer(workspace, { accountCode: 'B' })
    await send(workspace, [item({ sku: 'OLD' })])
    let looks = 0
    const slow = afterEachLook(async (look) => {
      looks = look
      // It reads, and then locks, what has changed since; so it reads again, and sees a product that it has not locked.
      if (look === 1) await send(workspace, [item({ sku: 'OLD', name: 'Changed' })])
      if (look === 2) await send(workspace, [item({ sku: 'NEW' })])
      if (look === 3) await send(workspace, [item({ sku: 'NEW', onlyFor: ['A'] })])
    })
    const { context } = workspace
    await upsertProducts(
      { ...context, db: context.db.withPlugin(slow) },
      { products: [item({ sku: 'OLD' }), item({ sku: 'NEW', name: 'Renamed' })] },
    )
    expect(looks).toBeGreaterThanOrEqual(3)
    expect(await skus(workspace, 'customer=A')).toEqual(['OLD', 'NEW'])
    expect(await skus(workspace, 'customer=B')).toEqual(['OLD'])
    expect((await read(workspace, 'NEW')).name).toBe('Renamed')
  },
)
