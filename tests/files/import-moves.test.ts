import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { importingStaff } from '../given/import.ts'
import { importFile, settle } from '../given/sent-import.ts'
import { done, find, givenCustomer, givenDiscount, idOf, item, send } from '../given/given.ts'

const service = useService()

const FILE = 'SKU,Brand\nA-1,Arc\n'
const ALL_DROP = '1 product changes in price for 1 customer: 1 drops by up to 50%.'
const REFUSED = `What this does to prices has changed since the file was checked, and nothing is imported: ${ALL_DROP}`

/** A product that the file moves to another brand, and somebody who gives a customer a discount on that. */
async function given() {
  const { workspace, staff, upload, act } = await importingStaff(service)
  await send(workspace, [item({ sku: 'A-1', brand: 'Denby', listPrice: 1000 }), item({ sku: 'A-2', brand: 'Arc' })])
  const quay = await givenCustomer(workspace, { accountCode: 'QUAY' })
  const brandOf = async () => (await find(workspace, 'A-1')).brandId
  const arc = await idOf(workspace, 'brands', 'Arc')
  const discount = () => givenDiscount(workspace, quay, 5000, { brandId: arc })
  return { workspace, staff, upload, act, discount, brandOf, arc }
}

test('a file whose check showed no price that moves does not move one that somebody has discounted since', async () => {
  const { upload, act, discount, brandOf, arc } = await given()
  const { id } = await upload('brands.csv', FILE)
  expect((await act(id, 'check')).check.priceMoves).toBe(null)
  await discount()
  const refused = await act(id, 'start')
  expect(refused).toMatchObject({ status: 'failed', startedAt: null, problem: expect.stringContaining(REFUSED) })
  expect(refused.check.priceMoves).toMatchObject({ falling: 1, largestDropBp: 5000 })
  expect(JSON.stringify(refused)).not.toContain('priceState')
  expect(await brandOf()).not.toBe(arc)

  expect(await act(id, 'start')).toMatchObject({ status: 'done', problem: null, counts: { updated: 1 } })
  expect(await brandOf()).toBe(arc)
})

test('what else is written meanwhile holds no import up', async () => {
  const { workspace, upload, act } = await given()
  const { id } = await upload('brands.csv', FILE)
  await act(id, 'check')
  await send(workspace, [item({ sku: 'A-3' })])
  expect(await act(id, 'start')).toMatchObject({ status: 'done', counts: { updated: 1 } })
})

test('a stopped second check shows nothing, and the next one is asked for anew', async () => {
  const { staff, upload, act, discount } = await given()
  const { id } = await upload('brands.csv', FILE)
  await act(id, 'check')
  await discount()
  expect(await done(staff.post(`/imports/${id}/start`))).toMatchObject({ status: 'checking' })
  expect(await done(staff.post(`/imports/${id}/stop`))).toMatchObject({ status: 'ready', check: null })
  expect(await act(id, 'check')).toMatchObject({ status: 'checked', check: { priceMoves: { falling: 1 } } })
})

test('a dry run is held to what it has told of prices', async () => {
  const { workspace, discount, brandOf, arc } = await given()
  const { id, ...checked } = await importFile(service, workspace, FILE, { dryRun: 'true' })
  expect(checked).toMatchObject({ status: 'checked', message: null })
  await discount()
  const run = () => service.call('POST', `/imports/${id}/run`, { key: workspace.key })
  expect((await run()).body.data).toEqual({ id, status: 'reading', leftOut: [] })
  const refused = await settle(service, workspace, id)
  expect(refused).toMatchObject({ status: 'failed', updated: 1, message: expect.stringContaining(REFUSED) })
  expect(await brandOf()).not.toBe(arc)

  expect((await run()).body.data).toEqual({ id, status: 'running', leftOut: [] })
  expect(await settle(service, workspace, id)).toMatchObject({ status: 'done', updated: 1 })
})

test('the same file again, after its dry run, is held to it too', async () => {
  const { workspace, discount, brandOf, arc } = await given()
  await importFile(service, workspace, FILE, { dryRun: 'true' })
  await discount()
  expect(await importFile(service, workspace, FILE)).toMatchObject({ status: 'failed' })
  expect(await brandOf()).not.toBe(arc)
})
