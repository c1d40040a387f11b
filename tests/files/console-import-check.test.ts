import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { importingStaff } from '../given/import.ts'
import { importFile } from '../given/sent-import.ts'
import { done, givenCustomer, givenDiscount, item, send } from '../given/given.ts'

const service = useService()

const priced = (sku: string, listPrice: number, details = {}) => item({ sku, listPrice, details })

test('a damaged SKU is read as the product that it means, and what the file has comes back', async () => {
  const { workspace, staff, upload, act } = await importingStaff(service)
  await send(workspace, [
    item({ sku: '0901' }),
    item({ sku: '00777' }),
    item({ sku: '0777' }),
    item({ sku: '1234567890123' }),
  ])
  const { id } = await upload('damaged.csv', 'SKU,List price\n901,30\n777,31\n1.23E+12,32')
  const { check } = await act(id, 'check')
  expect(check.damaged.map(({ line, probably }: any) => [line, probably.map(({ sku }: any) => sku)])).toEqual([
    [2, ['0901']],
    [3, ['00777', '0777']],
    [4, ['1234567890123']],
  ])
  const { reading } = await done(staff.put(`/imports/${id}/reading`, { skus: { 2: '0901', 4: '1234567890123' } }))
  expect(reading.skus).toEqual({ 2: '0901', 4: '1234567890123' })
  const again = await act(id, 'check')
  expect(again.check).toMatchObject({ rejected: 1, prices: { up: 2 }, damaged: [{ line: 3 }] })
  await act(id, 'start')
  expect((await staff.get(`/imports/${id}/rejects.csv`)).body).toContain('777,31,3,777 is new')

  const other = await upload('damaged.csv', 'SKU,List price\n901,30')
  expect(other.reading.skus).toEqual({})
  await done(staff.put(`/imports/${other.id}/reading`, { skus: { 2: '0901' } }))
  const back = await done(staff.put(`/imports/${other.id}/reading`, { skus: {} }))
  expect(back.reading.skus).toEqual({})
  const tooMany = Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [i, 'A']))
  for (const [skus, message] of [
    [tooMany, 'At most 1000 SKUs: correct the file instead.'],
    [{ x: 'A' }, 'Must be a line of the file.'],
    [{ 2: ' ' }, 'Must not be blank.'],
  ] as const) {
    const { status, body } = await staff.put(`/imports/${other.id}/reading`, { skus })
    expect([status, JSON.stringify(body.error.issues)]).toEqual([400, expect.stringContaining(message)])
  }
})

test('texts that are cut between the halves of a sign do not fail the check', async () => {
  const { workspace, upload, act } = await importingStaff(service)
  await send(workspace, [item()])
  const [short, label, cell] = [30, 70, 200].map((count) => `x${'\u{1F600}'.repeat(count)}`)
  const { id } = await upload(
    'signs.csv',
    `SKU,Name,Unit,Price,Colour\n${short},Cup,each,${label},\n${label},Cup,each,1,\nDEN-1042,,,,${cell}`,
  )
  const { status, check } = await act(id, 'check')
  expect([status, check.rejected, check.changed]).toEqual(['checked', 2, 1])
})

test('the check shows every figure of discounts and agreed prices, old and new', async () => {
  const { workspace, upload, act } = await importingStaff(service)
  const quay = await givenCustomer(workspace, { accountCode: 'QUAY' })
  await send(workspace, [item(), item({ sku: 'A-2' })])
  await givenDiscount(workspace, quay, 1000)
  const discounts = await upload(
    'd.csv',
    'Customer,Applies to,Brand or category,Discount\nQUAY,Everything,,12.5\nQUAY,Brand,Denby,5',
  )
  const agreed = await upload(
    'a.csv',
    'Customer,SKU,Price,From quantity,Start,End\nQUAY,A-2,9.50,10,2026-05-01,2026-07-31',
  )
  await send(workspace, [item({ brand: 'Denby' })])
  expect((await act(discounts.id, 'check')).check).toMatchObject({
    examples: [{ changes: { discountBp: { from: 1000, to: 1250 } } }],
    newOnes: [{ changes: { discountBp: { from: null, to: 500 } } }],
  })
  expect((await act(agreed.id, 'check')).check.newOnes[0].changes).toEqual({
    unit: { from: null, to: 950 },
    minQty: { from: null, to: 10 },
    startsAt: { from: null, to: '2026-04-30T23:00:00.000Z' },
    endsAt: { from: null, to: '2026-07-31T23:00:00.000Z' },
  })
})

test('prices that are probably mistakes are named before they are imported, and are not rejected', async () => {
  const { workspace, upload, act } = await importingStaff(service)
  await send(workspace, [
    ...['UP', 'DOWN', 'NEARLY', 'FREE'].map((sku) => priced(sku, sku === 'FREE' ? 0 : 125)),
    priced('ABOVE', 125, { 'UVP (inkl. MwSt)': '1,20' }),
    priced('LOWER', 125),
    priced('SAME', 125, { SRP: '1.00' }),
  ])
  const products = [
    'UP,,,12.50,',
    'DOWN,,,0.12,',
    'NEARLY,,,12.49,12.49',
    'FREE,,,1,',
    'ABOVE,,,1.26,',
    'LOWER,,,,1.24',
    'SAME,,,,',
    ...[1, 2, 3, 4].map((n) => `NEW-${n},Cup,each,0,5`),
    'ODD,Cup,each,,ask us',
    'REJECTED,,,0,',
  ]
  const { id } = await upload('slips.csv', ['SKU,Name,Unit,Price,RRP inc. VAT', ...products].join('\n'))
  const { check } = await act(id, 'check')
  expect(check).toMatchObject({ rejected: 1, created: 5, prices: { up: 4, down: 1 } })
  expect(check.warnings).toEqual([
    '4 prices are £0.00: NEW-1 (row 9), NEW-2 (row 10), NEW-3 (row 11), …',
    '2 prices are ten times the old price or more, or a tenth or less: UP (row 2, £1.25 to £12.50), ' +
      'DOWN (row 3, £1.25 to £0.12).',
    '2 list prices are above the RRP: ABOVE (row 6, £1.26 with an RRP of £1.20), ' +
      'LOWER (row 7, £1.25 with an RRP of £1.24).',
  ])
  const file = 'SKU,Name,Unit,Price\nSENT,Cup,each,0\n'
  expect(await importFile(service, workspace, file, { dryRun: 'true' })).toMatchObject({
    status: 'checked',
    rejected: 0,
    message: '1 price is £0.00: SENT (row 2).',
  })
})

test('reasons of rejected rows are in the words of staff, and have no full stop before what follows', async () => {
  const { upload, act } = await importingStaff(service)
  const products = await upload('p.csv', 'SKU,Name,Unit,Availability\nA-1,Cup,each,soon\nA-2,Cup,each,Not tracked')
  expect((await act(products.id, 'check')).check).toMatchObject({
    created: 1,
    reasons: [
      {
        reason: 'Availability "soon" is none of Not tracked, In stock, Low stock, Out of stock, Made to order',
      },
    ],
  })
  const customers = await upload('c.csv', `Account code,Name,Email\nA,Ada,nobody\n${'B'.repeat(300)},Bo,nobody`)
  const { reasons } = (await act(customers.id, 'check')).check
  expect(reasons.map(({ reason }: any) => reason)).toEqual([
    'E-mail: Must be one e-mail address',
    expect.stringMatching(/^Account code: [^.;]+; E-mail: Must be one e-mail address$/),
  ])
})
