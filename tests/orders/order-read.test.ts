import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { givenAgreedPrice, givenDiscount, idOf, refusal } from '../given/given.ts'
import { move, orderingShop, place, readOrder } from '../given/order.ts'

const service = useService()
const NOW = '2026-03-02T09:30:00.000Z'

test('one order shows who ordered what, at which price and why, and how far it has come', async () => {
  const { workspace, customerId } = await orderingShop(service)
  await givenDiscount(workspace, customerId, 1250, { brandId: await idOf(workspace, 'brands', 'Hollin') })
  await givenAgreedPrice(workspace, customerId, 'BOWL', { unit: 1000, minQty: 10 })
  const placed = await place(workspace, {
    lines: [
      { sku: 'plate', qty: 24 },
      { sku: 'BOWL', qty: 10 },
    ],
    poNumber: 'PO-7781',
    note: 'Before 10 am',
  })
  const { status, body } = await workspace.get(`/orders/${placed.id}`)
  expect(status).toBe(200)
  expect(body).toEqual({
    data: {
      id: placed.id,
      number: placed.number,
      status: 'new',
      customer: { id: customerId, accountCode: 'QUAY', name: 'Quay Café' },
      buyer: null,
      requestedBy: null,
      poNumber: 'PO-7781',
      costCentre: null,
      reference: null,
      note: 'Before 10 am',
      currency: 'GBP',
      lineCount: 2,
      subtotal: 53_544 + 10_000,
      taxRateBp: null,
      tax: null,
      total: null,
      terms: null,
      deliverTo: null,
      wantedOn: null,
      creditHold: null,
      tracking: null,
      placedAt: NOW,
      updatedAt: NOW,
      lines: [
        {
          id: expect.any(String),
          productId: expect.any(String),
          sku: 'PLATE',
          name: 'Azure plate',
          unitLabel: 'each',
          qty: 24,
          availability: 'not_tracked',
          leadTimeNote: null,
          customerCode: null,
          price: {
            unit: 2231,
            line: 53_544,
            list: 2550,
            discountBp: 1250,
            source: 'brand',
            label: '12.5% off Hollin',
          },
          pricedAt: NOW,
          pricedQty: 24,
          candidates: [
            {
              source: 'brand',
              label: '12.5% off Hollin',
              unit: 2231,
              discountBp: 1250,
              minQty: 1,
              applied: true,
              reason: 'Nothing comes before it.',
            },
            {
              source: 'list',
              label: '',
              unit: 2550,
              discountBp: 0,
              minQty: 1,
              applied: false,
              reason: 'A discount on the brand comes before the list price.',
            },
          ],
        },
        expect.objectContaining({
          sku: 'BOWL',
          unitLabel: 'box of 6',
          qty: 10,
          availability: 'not_tracked',
          leadTimeNote: null,
          customerCode: null,
          price: {
            unit: 1000,
            line: 10_000,
            list: 1200,
            discountBp: 0,
            source: 'agreed',
            label: 'Agreed price from 10',
          },
        }),
      ],
      history: [
        { status: 'new', at: NOW, by: { type: 'operator', id: null, name: 'Operator' }, note: null, changes: null },
      ],
    },
  })
})

test('one order is not found by an id that no order here has, in the same words wherever it is', async () => {
  const { workspace } = await orderingShop(service)
  const { workspace: other } = await orderingShop(service)
  const { id } = await place(other)
  const nowhere = randomUUIDv7()
  const there = await workspace.get(`/orders/${id}`)
  expect(there).toEqual(refusal(404, 'not_found'))
  const absent = await workspace.get(`/orders/${nowhere}`)
  expect(absent.body.error.message.replace(nowhere, id)).toBe(there.body.error.message)
  for (const word of ['x', '%00', '1001', '%F0%9F%98%80']) {
    expect(await workspace.get(`/orders/${word}`)).toEqual(refusal(404, 'not_found'))
  }
})

test('an order reads the same whatever case its id is written in', async () => {
  const { workspace } = await orderingShop(service)
  const { id } = await place(workspace)
  expect(await readOrder(workspace, id.toUpperCase())).toEqual(await readOrder(workspace, id))
})

test('an order is read and moved on by its number as by its id, in its own workspace', async () => {
  const { workspace } = await orderingShop(service)
  const { workspace: other } = await orderingShop(service)
  const [{ id, number }, { id: otherId }] = [await place(workspace), await place(other)]
  expect(await readOrder(workspace, String(number))).toEqual(await readOrder(workspace, id))
  expect((await move(service, workspace, String(number), { status: 'confirmed' })).body.data).toMatchObject({
    id,
    status: 'confirmed',
  })
  expect(await readOrder(workspace, id)).toMatchObject({ status: 'confirmed' })
  expect(await readOrder(other, otherId)).toMatchObject({ status: 'new' })
  for (const unknown of ['1002', '0', '-1', '1001.0', '1e3', '99999999999999999999', '1001 or 1=1']) {
    expect(await workspace.get(`/orders/${encodeURIComponent(unknown)}`)).toEqual(refusal(404, 'not_found'))
  }
})
