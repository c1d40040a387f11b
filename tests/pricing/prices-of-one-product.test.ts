import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runOperation } from '../../server/src/ops/all-operations.ts'
import { WORKSPACE_LIMITS } from '../../server/src/workspaces/workspace-state.ts'
import { useService } from '../given/service.ts'
import { importingStaff } from '../given/import.ts'
import {
  done,
  expectDone,
  find,
  givenAgreedPrice,
  givenCustomer,
  givenPriceGroup,
  item,
  refusal,
  send,
} from '../given/given.ts'

const service = useService()

const most = WORKSPACE_LIMITS.agreedPricesOfProduct
const FULL =
  /"A-1" has 100 agreed prices of (Quay Café|Gold) already, which is the limit\. Remove some first, for example those that have ended\./

/** A customer and a price group, each with all but some of the prices that it may have for the product A-1. */
async function desk({ left }: { left: number }) {
  const { workspace, staff, upload, act } = await importingStaff(service)
  await send(workspace, [item({ sku: 'A-1' }), item({ sku: 'B-2' })])
  const customer = await givenCustomer(workspace, { accountCode: 'QUAY' })
  const group = await givenPriceGroup(workspace)
  const { id: product } = await find(workspace, 'A-1')
  for (const owner of [customer, { group }]) await givenAgreedPrice(workspace, owner, 'A-1', { unit: 900 })
  await sql`
    insert into agreed_price (workspace_id, id, customer_id, group_id, product_id, unit, min_qty, created_at, updated_at)
    select workspace_id, gen_random_uuid(), customer_id, group_id, product_id, unit, 1000 + i, created_at, updated_at
    from agreed_price, generate_series(2, ${most - left}::integer) i
    where workspace_id = ${workspace.id}`.execute(workspace.context.db)
  const countOf = async (owner: 'customer_id' | 'group_id') => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from agreed_price
      where workspace_id = ${workspace.id} and product_id = ${product} and ${sql.ref(owner)} is not null`.execute(
      workspace.context.db,
    )
    return rows[0]!.count
  }
  const pathOf = { customer_id: `/customers/${customer}`, group_id: `/price-groups/${group}` }
  return { workspace, staff, upload, act, customer, group, countOf, pathOf }
}

const added = (sku: string, minQty: number) => ({ sku, unit: 800, minQty, startsOn: null, endsOn: null })

test.each(['customer_id', 'group_id'] as const)(
  'a product has up to so many prices of one owner, by the form and by pasting (%s)',
  async (owner) => {
    const { staff, countOf, pathOf } = await desk({ left: 2 })
    const path = `${pathOf[owner]}/agreed-prices`
    expectDone(await staff.post(path, added('A-1', 2)))
    const text = 'SKU,Price,From quantity\nA-1,7,1\nA-1,6,3\nB-2,5,1\nA-1,4,4'
    const { good, rejected, version } = await done(staff.post(`${path}/paste/check`, { text }))
    expect(good.map(({ sku, kind, minQty }: any) => [sku, kind, minQty])).toEqual([
      ['A-1', 'change', 1],
      ['A-1', 'add', 3],
      ['B-2', 'add', 1],
    ])
    expect(rejected).toMatchObject([{ line: 5, reasons: [expect.stringMatching(FULL)] }])
    expectDone(await staff.post(`${path}/paste`, { text, version }))
    expect(await countOf(owner)).toBe(most)

    const refused = await staff.post(path, added('A-1', 5))
    expect(refused).toEqual(refusal(400, 'invalid_request'))
    expect(refused.body.error.message).toMatch(FULL)
    expectDone(await staff.post(path, added('B-2', 5)))
    // One that is there can be changed, and makes room when it is removed.
    const [{ id, version: seen }] = (await staff.get(`${path}?q=A-1&limit=1`)).body.data
    const { sku: _, ...terms } = added('A-1', 1)
    expectDone(await staff.patch(`/agreed-prices/${id}`, { ...terms, unit: 600, version: seen }))
    const [{ version: changed }] = (await staff.get(`${path}?q=A-1&limit=1`)).body.data
    expectDone(await staff.delete(`/agreed-prices/${id}?version=${changed}`))
    expectDone(await staff.post(path, added('A-1', 5)))
    expect(await countOf(owner)).toBe(most)
  },
)

test('by the command line, too', async () => {
  const { workspace, countOf } = await desk({ left: 1 })
  const agree = (owner: { customer: string } | { group: string }, minQty: string) =>
    runOperation(service.context, 'agreed-price set', {
      workspaceId: workspace.id,
      sku: 'A-1',
      unit: '8',
      minQty,
      ...owner,
    } as never)
  for (const owner of [{ customer: 'QUAY' }, { group: 'Gold' }]) {
    await agree(owner, '2')
    await expect(agree(owner, '3')).rejects.toThrow(FULL)
  }
  expect([await countOf('customer_id'), await countOf('group_id')]).toEqual([most, most])
})

test('a file is told before it is imported which of its rows are too many, wherever they stand in it', async () => {
  const { staff, upload, act, countOf } = await desk({ left: 2 })
  const others = Array.from({ length: 1_500 }, (_, i) => `QUAY,B-${i},1,1`)
  const rows = ['QUAY,A-1,7,1', 'QUAY,A-1,6,2', ...others, 'QUAY,A-1,5,3', 'QUAY,A-1,4,4']
  const { id } = await upload('prices.csv', ['Customer,SKU,Price,From quantity', ...rows].join('\n'), 'agreed_prices')
  const { check } = await act(id, 'check')
  expect(check).toMatchObject({ created: 3, changed: 1 })
  const full = { line: rows.length + 1, label: 'A-1', reason: expect.stringMatching(FULL) }
  const rejects = async () => {
    const { body } = await staff.get(`/imports/${id}/rejects?limit=50&offset=1490`)
    return body.data.at(-1)
  }
  expect(await rejects()).toMatchObject(full)
  expect((await act(id, 'start')).counts).toMatchObject({ created: 3, updated: 1, rejected: check.rejected })
  expect(await countOf('customer_id')).toBe(most)
  // Taking it back adds none, and so is never past the limit.
  expect((await act(id, 'undo')).undone).toMatchObject({ restored: 1, removed: 3, left: 0 })
  expect(await countOf('customer_id')).toBe(most - 2)
})

test('of two that come at once, one is too many', async () => {
  const { staff, countOf, pathOf } = await desk({ left: 1 })
  const answers = await Promise.all(
    [2, 3, 4].map((minQty) => staff.post(`${pathOf.customer_id}/agreed-prices`, added('A-1', minQty))),
  )
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
  expect(await countOf('customer_id')).toBe(most)
})
