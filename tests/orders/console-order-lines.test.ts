import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { deleteProduct } from '../../server/src/catalogue/product-writes.ts'
import { setPlan } from '../../server/src/workspaces/workspaces.ts'
import { useService } from '../given/service.ts'
import { alter, done, expectDone, givenAgreedPrice, invalidFields, item, refusal, send } from '../given/given.ts'
import { givenChangeable, LINES } from '../given/changeable.ts'
import { givenMember } from '../given/member.ts'
import { move, orderActivity, place, readOrder } from '../given/order.ts'

const service = useService()
test('lines are changed, added, removed and priced again together; the others stay as they were placed', async () => {
  const { workspace, buyer, id, placed, plate, bowl, change, preview, mails } = await givenChangeable(service)
  await send(workspace, [item({ sku: 'BOWL', name: 'New name', listPrice: 1300, unitLabel: 'pallet' })])
  await alter(workspace, 'BOWL', { list_price: 1300 })
  await alter(workspace, 'PLATE', { list_price: 9999 })
  service.later()
  const asked = [
    { id: plate, qty: 5, price: 'kept' },
    { id: bowl, qty: 3, price: 'today', unit: 1300 },
    { sku: 'cup', qty: 10, unit: 333 },
  ]
  const plan = await done(preview(asked))
  expect(plan).toMatchObject({
    problem: null,
    lines: [
      { sku: 'PLATE', price: { unit: 2550, line: 12_750 }, today: { unit: 9999 } },
      { sku: 'BOWL', price: { unit: 1300, line: 3900 }, today: { unit: 1300 } },
      { sku: 'CUP', name: 'Cup', price: { unit: 333, line: 3330 } },
    ],
    changes: { subtotal: { from: 8700, to: 19_980 } },
  })
  const after = await done(change(asked))
  const at = service.time.now.toISOString()
  expect(after).toMatchObject({
    status: 'new',
    subtotal: 19_980,
    lineCount: 3,
    updatedAt: at,
    placedAt: placed[0].pricedAt,
  })
  // The plate keeps its explanation, made for another quantity; the bowl keeps its names.
  const { pricedAt, pricedQty } = placed[0]
  expect(after.lines).toMatchObject([
    { ...placed[0], qty: 5, price: { ...placed[0].price, line: 12_750 }, pricedAt, pricedQty },
    { sku: 'BOWL', name: 'Azure bowl', unitLabel: 'box of 6', price: { unit: 1300, list: 1300 }, pricedAt: at },
    { sku: 'CUP', qty: 10, price: { unit: 333 }, candidates: [{ source: 'list', applied: true }], pricedAt: at },
  ])
  const changes = {
    lines: [
      {
        sku: 'PLATE',
        name: 'Azure plate',
        from: { qty: 2, unit: 2550 },
        to: { qty: 5, unit: 2550 },
        isPricedAgain: false,
      },
      {
        sku: 'BOWL',
        name: 'Azure bowl',
        from: { qty: 3, unit: 1200 },
        to: { qty: 3, unit: 1300 },
        isPricedAgain: true,
      },
      { sku: 'CUP', name: 'Cup', from: null, to: { qty: 10, unit: 333 }, isPricedAgain: false },
    ],
    subtotal: { from: 8700, to: 19_980 },
  }
  expect(after.history.at(-1)).toMatchObject({ status: 'new', at, by: { name: 'Sam Staff' }, changes })
  expect((await readOrder(workspace, id)).history.at(-1).changes).toEqual(changes)
  const seen = (await buyer.get(`/orders/${id}`)).body.data
  expect(seen).toMatchObject({ subtotal: 19_980, lines: [{ qty: 5 }, {}, { sku: 'CUP' }] })
  expect(seen.history.at(-1)).toEqual({ status: 'new', at, by: null, note: null, changes })
  const mail = (await mails()).at(-1)!
  expect(mail.subject).toContain('was changed')
  expect(mail.text).toContain('PLATE Azure plate: 5 at £25.50 instead of 2 at £25.50')
  expect(mail.text).toContain('CUP Cup: added, 10 at £3.33')
  expect(mail.text).toContain('It comes to £199.80 ex VAT now, and was £87.00 before.')
  // It stands alone: the order as it is now, also as a PDF.
  expect(mail.text).toMatch(/PLATE · 5 .*at £25.50[^]*CUP · 10 .*at £3.33[^]*Subtotal \(ex VAT\): £199.80/)
  expect(mail.order_id).toBe(id)
  expect((await orderActivity(workspace)).at(-1)).toMatchObject({
    action: 'order.change_lines',
    changes: {
      quantity: [
        { sku: 'PLATE', from: 2, to: 5 },
        { sku: 'CUP', from: null, to: 10 },
      ],
      unit: [{ sku: 'BOWL', from: 1200, to: 1300 }],
      subtotal: { from: 8700, to: 19_980 },
    },
  })
  // Removed, in the next status; then nothing but one line is left.
  expectDone(await move(service, workspace, id, { status: 'confirmed' }))
  const fewer = await done(
    change(
      [
        { id: plate, qty: 0 },
        { id: bowl, qty: 0 },
      ],
      { seen: 3 },
    ),
  )
  expect(fewer).toMatchObject({ status: 'confirmed', subtotal: 3330, lineCount: 1, lines: [{ sku: 'CUP' }] })
  expect((await mails()).at(-1)!.text).toContain('BOWL Azure bowl: removed (3 at £13.00)')
  const last = await change([{ id: fewer.lines[0].id, qty: 0 }], { seen: 4 })
  expect(last).toEqual(refusal(400, 'validation_error'))
  expect(last.body.error.message).toContain('cancel it instead')
})

test('whoever was slower is told what changed; an order that has moved on is refused', async () => {
  const { workspace, staff, id, number, plate, bowl, change, preview } = await givenChangeable(service)
  const owner = await givenMember(service, workspace, 'owner')
  expectDone(
    await change(
      [
        { id: plate, qty: 7, price: 'kept' },
        { id: bowl, qty: 0 },
      ],
      { by: owner },
    ),
  )
  for (const late of [await change([{ id: plate, qty: 1 }]), await preview([{ id: plate, qty: 1 }])]) {
    expect(late).toEqual(refusal(409, 'conflict'))
    expect(late.body.error.message).toBe(
      `Order ${number} is not as it was shown. Olive Owner has removed BOWL and changed PLATE from 2 to 7.`,
    )
  }
  expectDone(await move(service, workspace, id, { status: 'confirmed' }))
  const moved = await change([{ id: plate, qty: 1 }], { seen: 2 })
  expect(moved.body.error.message).toContain('ERP sync has confirmed it.')
  expectDone(await staff.patch(`/orders/${id}`, { status: 'dispatched', seen: 'confirmed' }))
  const gone = await change([{ id: plate, qty: 1 }], { seen: 4 })
  expect(gone).toEqual(refusal(400, 'invalid_request'))
  expect(gone.body.error.message).toBe(
    'The order is dispatched: lines can only be changed while it is new or confirmed.',
  )
  expect(await readOrder(workspace, id)).toMatchObject({ subtotal: 17_850, lines: [{ qty: 7 }] })
})

test('each line that cannot be so is named with the reason, and nothing is changed', async () => {
  const { workspace, customerId, id, plate, bowl, change, preview } = await givenChangeable(service)
  const before = await readOrder(workspace, id)
  const wrong = await change([
    { id: plate, qty: 1 },
    { id: plate, qty: 2 },
    { id: randomUUID(), qty: 1 },
    { sku: 'bowl', qty: 1 },
    { sku: 'NONE', qty: 1 },
    { qty: 1 },
    { sku: 'CUP', qty: 0 },
  ])
  expect(invalidFields(wrong)).toEqual([1, 2, 3, 4, 5, 6].map((i) => `lines.${i}`))
  expect(
    invalidFields(
      await change([
        { id: plate, qty: -1 },
        { id: 'x', qty: 1_000_001 },
      ]),
    ),
  ).toEqual(['lines.0.qty', 'lines.1.id', 'lines.1.qty'])
  const same = await change([{ id: plate, qty: 2, price: 'kept' }])
  expect(same.body.error.message).toContain('Nothing would change')
  const otherPrice = await change([{ id: bowl, qty: 3, price: 'today', unit: 1 }])
  expect(otherPrice.body.error).toMatchObject({ code: 'conflict', issues: [{ path: 'lines.0' }] })
  // A line keeps its price, whatever became of the product and the customer since; without a product there is no other.
  await deleteProduct(workspace.context, { sku: 'PLATE' })
  await alter(workspace, 'BOWL', { active: false })
  expect((await change([{ id: plate, qty: 1, price: 'today' }])).body.error.message).toContain('was deleted')
  expect((await done(preview([{ id: bowl, qty: 1, price: 'kept' }]))).lines[0]).toMatchObject({
    problem: null,
    hint: '"BOWL" is inactive, and cannot be ordered.',
  })
  const { db } = workspace.context
  await db.deleteFrom('buyer').where('workspace_id', '=', workspace.id).execute()
  await db.deleteFrom('customer').where('id', '=', customerId).where('workspace_id', '=', workspace.id).execute()
  expect(await change([{ sku: 'CUP', qty: 1 }])).toEqual(refusal(404, 'not_found'))
  expect((await done(preview([{ id: plate, qty: 9, price: 'kept' }]))).lines[0].today).toBe(null)
  expect(await readOrder(workspace, id)).toEqual(before)
  expect(await done(change([{ id: plate, qty: 9, price: 'kept' }]))).toMatchObject({ subtotal: 9 * 2550 + 3 * 1200 })
})

test('a line that is priced again has the price of its new quantity, with a new explanation', async () => {
  const { workspace, customerId, id, plate, change, preview } = await givenChangeable(service)
  await givenAgreedPrice(workspace, customerId, 'PLATE', { unit: 2000, minQty: 10 })
  const kept = await done(preview([{ id: plate, qty: 12, price: 'kept' }]))
  expect(kept.lines[0]).toMatchObject({ price: { unit: 2550 }, today: { unit: 2000 } })
  const { lines } = await done(change([{ id: plate, qty: 12, price: 'today', unit: 2000 }]))
  expect(lines[0]).toMatchObject({
    price: { unit: 2000, line: 24_000, source: 'agreed' },
    pricedQty: 12,
    candidates: [
      { source: 'agreed', applied: true },
      { source: 'list', applied: false },
    ],
  })
  expect((await readOrder(workspace, id)).subtotal).toBe(27_600)
})

test('a repeat of the call that placed it still finds the order that was changed since', async () => {
  const { workspace, buyer, id, plate, bowl, change } = await givenChangeable(service, 't-1')
  expectDone(
    await change([
      { id: plate, qty: 9 },
      { id: bowl, qty: 0 },
      { sku: 'CUP', qty: 1 },
    ]),
  )
  expectDone(await change([{ sku: 'BOWL', qty: 4 }], { seen: 2 }))
  const again = { buyer: buyer.email, lines: LINES, token: 't-1' }
  expect((await place(workspace, again)).id).toBe(id)
  await expect(place(workspace, { ...again, lines: [{ sku: 'PLATE', qty: 9 }] })).rejects.toThrow(/another order/)
})

test('where a dispatched order can be followed is said with the dispatch or later, and told to the buyer', async () => {
  const { workspace, buyer, staff, id, mails } = await givenChangeable(service)
  const link = 'https://parcels.example/track?n=1'
  expect(
    invalidFields(
      await staff.patch(`/orders/${id}`, { status: 'dispatched', seen: 'new', tracking: 'http://x.example' }),
    ),
  ).toEqual(['tracking'])
  const early = { status: 'confirmed', seen: 'new', tracking: link }
  expect((await staff.patch(`/orders/${id}`, early)).body.error.message).toContain('with the dispatch only')
  expectDone(await move(service, workspace, id, { status: 'confirmed' }))
  expect(await staff.put(`/orders/${id}/tracking`, { tracking: link })).toEqual(refusal(400, 'invalid_request'))
  expectDone(await move(service, workspace, id, { status: 'dispatched', tracking: link }))
  expect(await readOrder(workspace, id)).toMatchObject({ tracking: link })
  expect((await mails()).at(-1)!.text).toContain(`Tracking: ${link}`)
  const sent = (await mails()).length
  expect(await done(staff.put(`/orders/${id}/tracking`, { tracking: 'Parcel 77' }))).toMatchObject({
    tracking: 'Parcel 77',
  })
  expectDone(await staff.put(`/orders/${id}/tracking`, { tracking: 'Parcel 77' }))
  expect((await buyer.get(`/orders/${id}`)).body.data.tracking).toBe('Parcel 77')
  expect((await mails()).slice(sent)).toMatchObject([{ subject: expect.stringContaining('can be tracked') }])
  // A dispatch that is taken back takes it along, and the mails that wait.
  expect(await done(staff.post(`/orders/${id}/back-to-confirmed`))).toMatchObject({ tracking: null })
  expect((await mails()).map(({ text }) => text).join()).not.toContain('Tracking')
})

test('who may only read changes nothing; a note of staff is in nothing that buyers or programs get', async () => {
  const { workspace, buyer, staff, id, plate, change, mails } = await givenChangeable(service)
  expectDone(await staff.post(`/orders/${id}/notes`, { text: 'They pay late.' }))
  expectDone(await change([{ id: plate, qty: 3 }]))
  expectDone(await move(service, workspace, id, { status: 'confirmed' }))
  const answers = [
    ...(await Promise.all([`/orders/${id}`, '/orders', '/activity'].map((path) => workspace.get(path)))),
    ...(await Promise.all([`/orders/${id}`, '/orders', `/orders/${id}/again`].map((path) => buyer.get(path)))),
  ]
  expect(JSON.stringify([answers.map(({ body }) => body), await mails()])).not.toContain('pay late')
  await setPlan(workspace.context, { workspaceId: workspace.id, plan: 'lapsed' })
  expect(await change([{ id: plate, qty: 4 }], { seen: 3 })).toEqual(refusal(403, 'read_only'))
})
