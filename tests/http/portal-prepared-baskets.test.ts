import { expect, test } from 'vitest'
import type { TestWorkspace } from '../service.ts'
import { useService } from '../service.ts'
import { done, givenAgreedPrice, givenCustomer } from './given.ts'
import { givenSignedInBuyer } from './given-buyer.ts'
import { fill, givenColleagues, seen } from './given-colleagues.ts'

const service = useService()

async function mailsTo(workspace: TestWorkspace, to: string): Promise<string[]> {
  const { db } = workspace.context
  const mails = await db.selectFrom('mail').select('subject').where('recipient', '=', to).orderBy('id').execute()
  return mails.map(({ subject }) => subject)
}

test('who may only prepare asks a colleague, who orders the basket: as one order, and both are told', async () => {
  const { workspace, chief, helper } = await givenColleagues(service)
  const { basket } = await fill(helper)
  expect((await helper.post('/basket/order', seen(basket))).status).toBe(403)
  expect(await done(helper.post('/basket/ask'))).toMatchObject({ askedAt: expect.any(String), sentBack: null })
  await done(helper.post('/basket/ask'))
  expect(await mailsTo(workspace, chief.email)).toEqual([
    expect.stringMatching(/^Hal Helper asks you to approve an order of £63\.00 ex VAT/),
  ])

  // While it waits, it stays as it was shown.
  expect((await helper.put(`/basket/lines/${basket.lines[0].productId}`, { qty: 9 })).status).toBe(409)
  expect((await done(chief.get('/portal'))).waiting).toBe(1)
  expect((await done(helper.get('/portal'))).waiting).toBe(0)
  expect(await done(chief.get('/prepared-baskets'))).toMatchObject([
    { buyerId: helper.id, name: 'Hal Helper', lineCount: 2, subtotal: 6300 },
  ])
  const shown = await done(chief.get(`/prepared-baskets/${helper.id}`))
  expect(shown).toMatchObject({ preparedBy: 'Hal Helper', basket: { subtotal: 6300 } })

  const order = () => chief.post(`/prepared-baskets/${helper.id}/order`, { ...seen(shown.basket), poNumber: 'PO-7' })
  const placed = await Promise.all([order(), order(), order()])
  expect(new Set((await Promise.all(placed.map((one) => done(Promise.resolve(one))))).map(({ id }) => id)).size).toBe(1)
  const [listed, ...others] = (await workspace.get('/orders')).body.data
  expect(others).toEqual([])
  expect(listed).toMatchObject({ buyer: { email: chief.email }, poNumber: 'PO-7', subtotal: 6300 })
  expect(await done(helper.get('/basket'))).toMatchObject({ lines: [], askedAt: null })
  expect(await mailsTo(workspace, helper.email)).toEqual([
    expect.stringMatching(/^Cy Chief has approved your basket, which is order \d+/),
  ])
  expect((await done(chief.get('/portal'))).waiting).toBe(0)
})

test('a basket that was asked for is taken back by its buyer, or sent back with a note, and then changes again', async () => {
  const { workspace, chief, helper } = await givenColleagues(service)
  expect((await helper.post('/basket/ask')).status).toBe(400)
  const { basket } = await fill(helper)
  const line = `/basket/lines/${basket.lines[0].productId}`
  await done(helper.post('/basket/ask'))
  await done(helper.delete('/basket/ask'))
  await done(helper.put(line, { qty: 3 }))
  expect((await chief.get(`/prepared-baskets/${helper.id}`)).status).toBe(404)
  expect((await chief.post(`/prepared-baskets/${helper.id}/send-back`, {})).status).toBe(404)
  expect((await chief.post(`/prepared-baskets/${helper.id}/order`, seen(basket))).status).toBe(404)

  await done(helper.post('/basket/ask'))
  expect(await done(chief.post(`/prepared-baskets/${helper.id}/send-back`, { note: 'Only two, please.' }))).toEqual([])
  expect(await done(helper.get('/basket'))).toMatchObject({
    askedAt: null,
    sentBack: { by: 'Cy Chief', note: 'Only two, please.' },
  })
  await done(helper.put(line, { qty: 2 }))
  expect(await mailsTo(workspace, helper.email)).toEqual([expect.stringMatching(/^Cy Chief has sent your basket back/)])
})

test('nobody orders a basket of another customer, at an unseen price, or past the limit', async () => {
  const { workspace, customerId, chief, helper } = await givenColleagues(service)
  await fill(helper)
  await done(helper.post('/basket/ask'))
  const { basket } = await done(chief.get(`/prepared-baskets/${helper.id}`))
  const other = await givenSignedInBuyer(service, workspace, await givenCustomer(workspace))
  const second = await givenSignedInBuyer(service, workspace, customerId, { name: 'Second', order_limit: 0 })
  expect(await done(other.get('/prepared-baskets'))).toEqual([])
  expect((await other.get(`/prepared-baskets/${helper.id}`)).status).toBe(404)
  expect((await other.post(`/prepared-baskets/${helper.id}/order`, seen(basket))).status).toBe(404)
  expect((await other.post(`/prepared-baskets/${helper.id}/send-back`, {})).status).toBe(404)
  expect((await second.post(`/prepared-baskets/${helper.id}/order`, seen(basket))).status).toBe(403)
  expect((await second.post(`/prepared-baskets/${helper.id}/send-back`, {})).status).toBe(403)
  await givenAgreedPrice(workspace, customerId, 'PLATE', { unit: 2800 })
  expect((await chief.post(`/prepared-baskets/${helper.id}/order`, seen(basket))).status).toBe(409)
  expect((await workspace.get('/orders')).body.data).toEqual([])
  expect((await done(chief.get(`/prepared-baskets/${helper.id}`))).basket).toMatchObject({ isChanged: true })
})
