import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { orderPdf } from '../../server/src/files/export/order-pdf.ts'
import { useService } from '../given/service.ts'
import { done, expectDone, invalidFields } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { givenMember } from '../given/member.ts'
import { orderingShop, place, readOrder } from '../given/order.ts'
import { pdfTexts } from '../given/pdf-texts.ts'

const service = useService()

async function shop() {
  const { workspace, customerId } = await orderingShop(service)
  const buyer = await givenSignedInBuyer(service, workspace, customerId)
  const owner = await givenMember(service, workspace, 'owner')
  const set = async (changes: object) => {
    const { version, ...settings } = await done(owner.get('/ordering'))
    return owner.put('/ordering', { ...settings, ...changes, version })
  }
  return { workspace, customerId, buyer, owner, set }
}

const TERMS = 'Delivery is free from £150.'

test('nothing is said of tax until somebody who may sets a rate', async () => {
  const { workspace, owner, set } = await shop()
  const staff = await givenMember(service, workspace, 'orders')
  const before = await done(staff.get('/ordering'))
  expect(before).toMatchObject({ terms: null, taxRateBp: null })
  const { id } = await place(workspace)
  expect(await readOrder(workspace, id)).toMatchObject({
    subtotal: 2550,
    taxRateBp: null,
    tax: null,
    total: null,
    terms: null,
  })
  expect((await staff.put('/ordering', before)).status).toBe(403)
  for (const taxRateBp of [-1, 10_001, 17.5, '20'])
    expect(invalidFields(await set({ taxRateBp }))).toEqual(['taxRateBp'])
  expectDone(await set({ taxRateBp: 1_750, terms: TERMS }))
  const again = await owner.put('/ordering', { ...before, taxRateBp: 500 })
  expect(again).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining('Olive Owner') } } })
  const [entry] = (await workspace.get('/activity?limit=1')).body.data
  expect(entry).toMatchObject({ action: 'ordering.update', changes: { taxRateBp: { from: null, to: 1_750 } } })
})

test('basket, prices of an order, order, PDF and mail say subtotal, tax and total, and an order keeps them', async () => {
  const { workspace, customerId, buyer, owner, set } = await shop()
  expectDone(await set({ taxRateBp: 2_000, terms: TERMS }))
  const totals = { subtotal: 12_750 + 1_200, taxRateBp: 2_000, tax: 2_790, total: 16_740, terms: TERMS }
  const lines = [
    { sku: 'PLATE', qty: 5 },
    { sku: 'BOWL', qty: 1 },
  ]
  expect((await done(buyer.post('/basket/lines', { lines }))).basket).toMatchObject(totals)
  expect(await done(owner.post('/orders/price', { customer: 'QUAY', lines }))).toMatchObject(totals)
  const { id } = await place(workspace, { lines, buyer: buyer.email })
  expectDone(await set({ taxRateBp: 500, terms: null }))
  expect(await readOrder(workspace, id)).toMatchObject(totals)
  expect((await workspace.get('/orders')).body.data[0]).toMatchObject(totals)
  expect(await done(buyer.get(`/orders/${id}`))).toMatchObject(totals)
  const { db } = workspace.context
  const mail = await db.selectFrom('mail').select('text').where('recipient', '=', buyer.email).executeTakeFirstOrThrow()
  expect(mail.text).toContain(`Subtotal (ex VAT): £139.50\nTax (20%): £27.90\nTotal with tax: £167.40\n\n${TERMS}`)
  const { pdf } = await orderPdf({ ...workspace.context, customerId }, id)
  const printed = pdfTexts(await buffer(pdf))
    .flat()
    .join(' ')
  for (const text of ['Tax (20%)', '27.90', 'Total with tax', '167.40', TERMS]) expect(printed).toContain(text)
})

test('an emptied basket can be put back as it was, beside what is in it since', async () => {
  const { buyer } = await shop()
  const add = (...lines: object[]) => done(buyer.post('/basket/lines', { lines }))
  const { basket } = await add({ sku: 'PLATE', qty: 2 }, { sku: 'BOWL', qty: 3 })
  expect((await done(buyer.delete('/basket/lines'))).lines).toEqual([])
  expect((await done(buyer.delete('/basket/lines'))).lines).toEqual([])
  expect(await done(buyer.post('/basket/refill', {}))).toEqual(basket)
  await done(buyer.delete('/basket/lines'))
  await add({ sku: 'BOWL', qty: 1 })
  const { lines } = await done(buyer.post('/basket/refill', {}))
  expect(lines.map(({ sku, qty }: any) => [sku, qty])).toEqual([
    ['PLATE', 2],
    ['BOWL', 1],
  ])
  // What was emptied before the last time is gone.
  await done(buyer.delete('/basket/lines'))
  await add({ sku: 'PLATE', qty: 9 })
  await done(buyer.delete('/basket/lines'))
  expect((await done(buyer.post('/basket/refill', {}))).lines).toMatchObject([{ sku: 'PLATE', qty: 9 }])
})
