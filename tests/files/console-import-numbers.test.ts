import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { done, expectDone, find, givenCustomer, item, send } from '../given/given.ts'
import { importingStaff } from '../given/import.ts'

const service = useService()

const HEADER = 'SKU;Name;Unit;List price;Minimum order quantity'

const agreedFrom = (...days: string[]) =>
  ['Customer,SKU,Price,Start', ...days.map((day, at) => `QUAY,A-${at + 1},9,${day}`)].join('\n')

/** The prices of a checked paste by SKU, and why the other rows are not taken. */
const readRows = ({ good, rejected }: any) => ({
  good: Object.fromEntries(good.map(({ sku, unit }: any) => [sku, unit])),
  rejected: rejected.flatMap(({ reasons }: any) => reasons),
})

test('a column of prices tells its decimal mark, and the check shows it', async () => {
  const { workspace, upload, act } = await importingStaff(service)
  const rows = ['A-1;Plate;each;1.234;12', 'A-2;Bowl;each;1.234,50;1.500', 'A-3;Cup;each;2,5;']
  const { id } = await upload('prices.csv', [HEADER, ...rows].join('\n'))
  const { check } = await act(id, 'check')
  expect(check).toMatchObject({ created: 2, rejected: 1, toRound: 0 })
  expect(check.readAs).toEqual(['Read with a decimal comma: 1.234,50 (List price)'])
  // The quantities tell nothing: one of them is asked about.
  expect(check.rejects).toMatchObject([
    { line: 3, reason: expect.stringContaining('Minimum order quantity "1.500" could be thousands or a fraction') },
  ])
  await act(id, 'start')
  expect((await find(workspace, 'A-1')).price.unit).toBe(123_400)
  expect((await find(workspace, 'A-3')).price.unit).toBe(250)
})

test('proofs that contradict each other decide nothing: what is ambiguous is rejected', async () => {
  const { upload, act } = await importingStaff(service)
  const rows = ['A-1;Plate;each;12,50;', 'A-2;Bowl;each;12.50;', 'A-3;Cup;each;1,234;']
  const { id } = await upload('prices.csv', [HEADER, ...rows].join('\n'))
  const { check } = await act(id, 'check')
  expect(check).toMatchObject({ created: 2, readAs: [], rejects: [{ line: 4 }] })
})

test('prices with too many decimals are rejected, until one choice rounds them all, half up', async () => {
  const { workspace, staff, upload, act } = await importingStaff(service)
  const rows = ['A-1;Plate;each;27.593;', 'A-2;Bowl;each;1.005;', 'A-3;Cup;each;2.675000;', 'A-4;Mug;each;3.10;']
  const file = await upload('prices.csv', [HEADER, ...rows].join('\n'))
  expect(file.reading.roundsPrices).toBe(false)
  const { check } = await act(file.id, 'check')
  expect(check).toMatchObject({ created: 1, rejected: 3, toRound: 3 })
  expect(check.rejects[0].reason).toBe('List price "27.593" has three decimals, GBP has two')

  const chosen = await done(staff.put(`/imports/${file.id}/reading`, { roundsPrices: true }))
  expect(chosen).toMatchObject({ check: null, reading: { roundsPrices: true } })
  expect((await act(file.id, 'check')).check).toMatchObject({ created: 4, rejected: 0, toRound: 3 })
  await act(file.id, 'start')
  for (const [sku, price] of Object.entries({ 'A-1': 2759, 'A-2': 101, 'A-3': 268, 'A-4': 310 })) {
    expect((await find(workspace, sku)).price.unit).toBe(price)
  }

  // It is a choice for one file: the next one of this shape is asked about again.
  const next = await upload('prices.csv', [HEADER, ...rows].join('\n'))
  expect(next.reading).toMatchObject({ isRemembered: true, roundsPrices: false })
})

test('days that contradict each other decide nothing: one that could mean two is rejected', async () => {
  const { workspace, upload, act } = await importingStaff(service)
  await send(
    workspace,
    ['A-1', 'A-2', 'A-3'].map((sku) => item({ sku })),
  )
  await givenCustomer(workspace, { accountCode: 'QUAY' })
  const told = await upload('told.csv', agreedFrom('05/01/2027', '12/31/2027'))
  expect((await act(told.id, 'check')).check).toMatchObject({
    created: 2,
    readAs: ['Read with the month first: 12/31/2027'],
  })
  const contradicted = await upload('both.csv', agreedFrom('05/01/2027', '12/31/2027', '31/12/2027'))
  const { check } = await act(contradicted.id, 'check')
  expect(check).toMatchObject({ created: 2, readAs: [] })
  expect(check.rejects[0].reason).toContain('"05/01/2027" could mean two dates: write it as 2027-01-05 or 2027-05-01')
})

test('a paste of agreed prices tells how it was read, and is rounded on one choice', async () => {
  const { workspace, staff } = await importingStaff(service)
  await send(
    workspace,
    ['A-1', 'A-2', 'A-3'].map((sku) => item({ sku })),
  )
  const path = `/customers/${await givenCustomer(workspace, { accountCode: 'QUAY' })}/agreed-prices`
  const text = 'A-1\t1.234,50\nA-2\t1,234\nA-3\t1.234'
  const check = (more: object = {}) => done(staff.post(`${path}/paste/check`, { text, ...more }))
  const asked = await check()
  expect(asked).toMatchObject({ readAs: ['Read with a decimal comma: 1.234,50 (Price)'], toRound: 1 })
  expect(readRows(asked)).toEqual({
    good: { 'A-1': 123_450, 'A-3': 123_400 },
    rejected: ['The price "1,234" has three decimals, GBP has two.'],
  })
  const rounded = await check({ rounds: true })
  expect(readRows(rounded)).toEqual({ good: { 'A-1': 123_450, 'A-2': 123, 'A-3': 123_400 }, rejected: [] })
  expectDone(await staff.post(`${path}/paste`, { text, rounds: true, version: rounded.version }))
  const { body } = await staff.get(path)
  expect(body.data.map(({ sku, unit }: any) => [sku, unit])).toEqual([
    ['A-1', 123_450],
    ['A-2', 123],
    ['A-3', 123_400],
  ])
})
