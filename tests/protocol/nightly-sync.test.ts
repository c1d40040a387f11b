import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OrderWithLines } from '@trade-catalogue/client'
import { expect, test, vi } from 'vitest'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import { useService } from '../given/service.ts'
import { useTemporaryFolder } from '../given/temporary-folder.ts'

const DOCS = join(import.meta.dirname, '../../docs')
const service = useService()
const folder = useTemporaryFolder()

test('the page for integrators shows the sync that the next test runs, in at most 40 lines', () => {
  const program = readFileSync(join(DOCS, 'nightly-sync.ts'), 'utf8')
  expect(readFileSync(join(DOCS, 'integrating.md'), 'utf8')).toContain(`\`\`\`ts\n${program}\`\`\``)
  expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(40)
})

test('the nightly sync sends all, hands over each order once, and follows prices from night to night', async () => {
  const workspace = await service.workspace()
  vi.stubEnv('CATALOGUE_URL', service.url)
  vi.stubEnv('CATALOGUE_KEY', workspace.key)
  const { sendAll, takeOrders, takePrices } = await import('../../docs/nightly-sync.ts')
  vi.unstubAllEnvs()

  const products = Array.from({ length: 150 }, (_, i) => ({
    sku: `P-${i}`,
    name: 'Plate',
    listPrice: 100,
    unitLabel: 'each',
  }))
  await sendAll([{ name: 'Quay Café', accountCode: 'QUAY' }], products)
  const order = await placeOrder(workspace.context, { customer: 'QUAY', lines: [{ sku: 'P-1', qty: 2 }] })
  const taken: OrderWithLines[] = []
  const takeAll = () => takeOrders(async (one) => void taken.push(one), join(folder, 'orders.cursor'))
  await takeAll()
  await takeAll()
  expect(taken.map(({ id, lines }) => [id, lines.length])).toEqual([[order.id, 1]])

  const file = join(folder, 'prices.cursor')
  const prices = new Map<string, number | null>()
  const take = async (sku: string, price: number | null) => void prices.set(sku, price)
  await takePrices(take, file)
  await takePrices(take, file)
  expect([prices.size, prices.get('P-149')]).toEqual([150, 100])
  service.later()
  await sendAll(
    [],
    [...products, { ...products[0]!, sku: 'P-150', listPrice: 250 }, { ...products[1]!, listPrice: 300 }],
  )
  prices.clear()
  await takePrices(take, file)
  expect(Object.fromEntries(prices)).toEqual({ 'P-150': 250 })
  const { data: drafts } = (await workspace.get('/price-changes')).body
  expect(drafts).toMatchObject([{ status: 'draft', lineCount: 1 }])
})
