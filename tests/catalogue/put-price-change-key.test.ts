import { expect, test } from 'vitest'
import { createKey } from '../../server/src/workspaces/keys.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { done, invalidFields, item, items, sendItems } from '../given/given.ts'

const service = useService()

const NIGHTLY = 'nightly'
const sendAs = (workspace: TestWorkspace, products: unknown[], priceChangeKey: unknown = NIGHTLY) =>
  done(workspace.put('/products', { products, priceChangeKey }))
const draftsOf = (workspace: TestWorkspace) => done(workspace.get('/price-changes'))
const linesOf = async (workspace: TestWorkspace, id: string) =>
  (await done(workspace.get(`/price-changes/${id}`))).lines.map(({ sku, newPrice }: any) => [sku, newPrice])

async function shop(count = 3) {
  const workspace = await service.workspace({ keyName: 'Nightly ERP' })
  await sendItems(workspace, count)
  return workspace
}

test('calls with one key text fill one draft, which is named after it, and a repeat changes nothing', async () => {
  const workspace = await shop()
  expect(await sendAs(workspace, items(3))).toMatchObject({ priceChanges: 0, priceChangeId: null })
  expect(await draftsOf(workspace)).toEqual([])
  const { priceChangeId } = await sendAs(workspace, [item({ sku: 'SKU-0000', listPrice: 1 })])
  for (let i = 0; i < 2; i++) {
    const answer = await sendAs(workspace, [item({ sku: 'SKU-0001', listPrice: 2 })], ` ${NIGHTLY} `)
    expect(answer).toMatchObject({ priceChanges: 1, priceChangeId })
  }
  expect(await draftsOf(workspace)).toMatchObject([{ name: 'Nightly ERP: nightly', lineCount: 2, id: priceChangeId }])
  const other = await sendAs(workspace, [item({ sku: 'SKU-0001', listPrice: 2 })], 'Nightly')
  expect(other.priceChangeId).not.toBe(priceChangeId)
})

test('the same text of another API key is another draft', async () => {
  const workspace = await shop()
  const row = [item({ sku: 'SKU-0000', listPrice: 1 })]
  const { priceChangeId } = await sendAs(workspace, row)
  const { key } = await createKey(workspace.context, { name: 'Second', scope: 'write' })
  const { body } = await service.call('PUT', '/products', {
    key,
    body: JSON.stringify({ products: row, priceChangeKey: NIGHTLY }),
  })
  expect(body.data.priceChangeId).not.toBe(priceChangeId)
  expect((await draftsOf(workspace)).map(({ name }: any) => name)).toEqual(['Second: nightly', 'Nightly ERP: nightly'])
})

test('calls at once start one draft, with the lines of all', async () => {
  const workspace = await shop(8)
  const answers = await Promise.all(
    items(8, (i) => ({ listPrice: 100 + i })).map((product) => sendAs(workspace, [product])),
  )
  expect(new Set(answers.map(({ priceChangeId }) => priceChangeId)).size).toBe(1)
  expect(await draftsOf(workspace)).toMatchObject([{ lineCount: 8 }])
})

test('a sent price that is the list price takes the line out of the draft of that text, and of no other', async () => {
  const workspace = await shop()
  const { priceChangeId: id } = await sendAs(
    workspace,
    items(3, () => ({ listPrice: 1 })),
  )
  const { priceChangeId: other } = await sendAs(
    workspace,
    items(3, () => ({ listPrice: 1 })),
    'other',
  )
  // All products are as they are sent.
  expect(await sendAs(workspace, items(1))).toMatchObject({ updated: 1, priceChanges: 0, priceChangeId: null })
  // One is changed besides, and one gets another price.
  await sendAs(workspace, [item({ sku: 'SKU-0001', name: 'Renamed' }), item({ sku: 'SKU-0002', listPrice: 7 })])
  expect(await linesOf(workspace, id)).toEqual([['SKU-0002', 7]])
  expect(await linesOf(workspace, other)).toHaveLength(3)
  expect(await draftsOf(workspace)).toMatchObject([{ lineCount: 3 }, { lineCount: 1 }])
  await done(workspace.put('/products', { products: items(3), priceChangeId: other }))
  expect(await linesOf(workspace, other)).toHaveLength(3)
})

test.each(['scheduled', 'published', 'discarded', 'cancelled'] as const)(
  'once the draft is %s, the next call with a changed price starts another one',
  async (status) => {
    const workspace = await shop()
    const { priceChangeId: id } = await sendAs(
      workspace,
      items(1, () => ({ listPrice: 1 })),
    )
    await service.context.db
      .updateTable('price_change')
      .set({ status })
      .where('workspace_id', '=', workspace.id)
      .where('id', '=', id)
      .execute()
    expect(await sendAs(workspace, items(1))).toMatchObject({ priceChangeId: null })
    const next = await sendAs(
      workspace,
      items(1, () => ({ listPrice: 2 })),
    )
    expect(next.priceChangeId).not.toBe(id)
    expect(await linesOf(workspace, id)).toEqual([['SKU-0000', 1]])
  },
)

test('the text is refused beside an id, past 100 characters, and as anything else', async () => {
  const workspace = await shop()
  const { priceChangeId } = await sendAs(
    workspace,
    items(1, () => ({ listPrice: 1 })),
  )
  for (const body of [
    { priceChangeKey: NIGHTLY, priceChangeId },
    { priceChangeKey: 'x'.repeat(101) },
    { priceChangeKey: 7 },
  ]) {
    expect(invalidFields(await workspace.put('/products', { products: [item()], ...body }))).toEqual(['priceChangeKey'])
  }
  for (const body of [
    { priceChangeKey: NIGHTLY, priceChangeId: null },
    { priceChangeKey: null },
    { priceChangeKey: ' ' },
  ]) {
    expect((await workspace.put('/products', { products: [item()], ...body })).status).toBe(200)
  }
  const { priceChangeId: long } = await sendAs(
    workspace,
    items(1, () => ({ listPrice: 1 })),
    'é'.repeat(100),
  )
  expect(long).not.toBe(priceChangeId)
})
