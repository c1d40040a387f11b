import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { done, expectDone, givenAgreedPrice, givenCustomer, item, refusal, send, sendItems } from '../given/given.ts'
import { givenMember } from '../given/member.ts'

const service = useService()

async function desk({ currency }: { currency?: string } = {}) {
  const workspace = await service.workspace(currency === undefined ? {} : { currency })
  const staff = await givenMember(service, workspace, 'manager')
  await send(workspace, [item({ sku: 'A-1', listPrice: 1_000 }), item({ sku: 'B-2' }), item({ sku: 'C-3' })])
  const id = await givenCustomer(workspace, { accountCode: 'QUAY' })
  const path = `/customers/${id}/agreed-prices`
  const check = (text: string, more: object = {}) => done(staff.post(`${path}/paste/check`, { text, ...more }))
  const save = (text: string, version: string) => staff.post(`${path}/paste`, { text, version })
  const list = async () => {
    const { body } = await staff.get(path)
    return body.data.map((row: any) => [row.sku, row.minQty, row.unit, row.startsOn, row.endsOn])
  }
  return { workspace, staff, id, path, check, save, list }
}

const TEXT = [
  'Valid to\tItem code\tMin qty\tAgreed price\tValid from',
  '31/12/2027\ta-1\t\t9,50\t01/02/2027',
  '\tB-2\t1,000\t£8.00\t',
  '\tNOPE\t1\t1.00\t',
  '\tC-3\t0\tfree\t2027-02-30',
  '\tC-3\t6\t7.25\t',
].join('\r\n')

test('columns in any order are told by their header, good rows are kept and bad ones named with every reason', async () => {
  const { check, save, list, staff, id } = await desk()
  const { columns, hasHeader, good, rejected, version } = await check(TEXT)
  expect({ columns, hasHeader }).toEqual({
    columns: ['endsOn', 'sku', 'minQty', 'price', 'startsOn'],
    hasHeader: true,
  })
  expect(good).toMatchObject([
    { line: 2, sku: 'A-1', unit: 950, minQty: 1, startsOn: '2027-02-01', endsOn: '2027-12-31', kind: 'add' },
    { line: 3, sku: 'B-2', unit: 800, minQty: 1_000, startsOn: null, endsOn: null },
    { line: 6, sku: 'C-3', unit: 725, minQty: 6 },
  ])
  expect(rejected).toEqual([
    { line: 4, cells: ['', 'NOPE', '1', '1.00', ''], reasons: ['There is no product with the SKU "NOPE".'] },
    {
      line: 5,
      cells: ['', 'C-3', '0', 'free', '2027-02-30'],
      reasons: [
        'The price "free" is not an amount.',
        'The quantity "0" is not from 1 to 1000000.',
        'The start "2027-02-30" is not a date: write it as 2027-01-05.',
      ],
    },
  ])
  expect(await done(save(TEXT, version))).toEqual({ added: 3, changed: 0, ended: 0, undo: expect.any(String) })
  const history = await staff.get(`/customers/${id}/history`)
  expect(history.body.data[0]).toMatchObject({
    action: 'agreed_price.paste',
    subject: { label: '3 agreed prices for Quay Café' },
    changes: { added: 3 },
  })
  expect(await list()).toEqual([
    ['A-1', 1, 950, '2027-02-01', '2027-12-31'],
    ['B-2', 1_000, 800, null, null],
    ['C-3', 6, 725, null, null],
  ])
})

test('without a header the columns are told by what is in them', async () => {
  const { check } = await desk()
  expect(await check('A-1;12;9,50;2027-01-05')).toMatchObject({
    columns: ['sku', 'minQty', 'price', 'startsOn'],
    hasHeader: false,
    good: [{ line: 1, unit: 950, minQty: 12, startsOn: '2027-01-05' }],
  })
  expect(await check('9.50\tA-1')).toMatchObject({ columns: ['price', 'sku'], good: [{ unit: 950 }] })
  expect(await check('7\tA-1\t3', { columns: ['minQty', 'sku', 'price'] })).toMatchObject({
    good: [{ unit: 300, minQty: 7 }],
  })
})

test('days are read with the month first where a day of the paste says so, or dollars do', async () => {
  const { check } = await desk()
  expect((await check('SKU\tPrice\tStart\nA-1\t1\t01/02/2027\nB-2\t1\t01/31/2027')).good).toMatchObject([
    { startsOn: '2027-01-02' },
    { startsOn: '2027-01-31' },
  ])
  const dollars = await desk({ currency: 'USD' })
  expect((await dollars.check('SKU\tPrice\tStart\nA-1\t1\t01/02/2027')).good).toMatchObject([
    { startsOn: '2027-01-02' },
  ])
  expect((await check('SKU\tPrice\tStart\nA-1\t1\t5 Jan 2027')).good).toMatchObject([{ startsOn: '2027-01-05' }])
})

test('a pasted price changes the one with the same start, and ends the one before it', async () => {
  const { check, save, list, workspace, id } = await desk()
  await givenAgreedPrice(workspace, id, 'A-1', { unit: 900 })
  await givenAgreedPrice(workspace, id, 'B-2', { unit: 800 })
  await givenAgreedPrice(workspace, id, 'C-3', { unit: 700, endsAt: '2027-06-30T23:00:00.000Z' })
  const text = 'SKU\tPrice\tStart\nA-1\t8.50\nB-2\t7.50\t2027-01-01\nC-3\t7.00\nC-3\t6.00\t2027-01-01'
  const { good, rejected, version } = await check(text)
  expect(good).toMatchObject([
    { sku: 'A-1', kind: 'change', before: { unit: 900 } },
    { sku: 'B-2', kind: 'add', ends: { unit: 800 } },
    { sku: 'C-3', kind: 'change' },
  ])
  expect(rejected).toMatchObject([
    { line: 5, reasons: ['Line 4 has a price for the same product, quantity and time.'] },
  ])
  expectDone(await save(text, version))
  expect(await list()).toEqual([
    ['A-1', 1, 850, null, null],
    ['B-2', 1, 800, null, '2026-12-31'],
    ['B-2', 1, 750, '2027-01-01', null],
    ['C-3', 1, 700, null, null],
  ])
  expect((await check(text)).good).toMatchObject([{ kind: 'same' }, { kind: 'same' }, { kind: 'same' }])
})

test('a row that would overlap another price otherwise is left out', async () => {
  const { check, workspace, id } = await desk()
  await givenAgreedPrice(workspace, id, 'A-1', { unit: 900, startsAt: '2027-01-01T00:00:00.000Z' })
  const { rejected } = await check('SKU\tPrice\nA-1\t8.50')
  expect(rejected[0].reasons).toEqual([
    'It overlaps the agreed price from the same quantity from 2027-01-01: change or remove that one first.',
  ])
})

test('what was checked is what is saved: otherwise the paste is refused whole', async () => {
  const { check, save, list, workspace, id } = await desk()
  const text = 'SKU\tPrice\nA-1\t8.50\nB-2\t7.50'
  const { version } = await check(text)
  await givenAgreedPrice(workspace, id, 'A-1', { unit: 900 })
  expect(await save(text, version)).toEqual(refusal(409, 'conflict'))
  expect(await list()).toEqual([['A-1', 1, 900, null, null]])
})

test('a text without rows, without prices or with too many rows is refused', async () => {
  const { staff, path } = await desk()
  const refused = async (text: string) => (await staff.post(`${path}/paste/check`, { text })).body.error.issues
  expect(await refused('SKU\tPrice')).toMatchObject([
    { path: 'text', message: expect.stringContaining('at least one row') },
  ])
  expect(await refused('just words')).toMatchObject([
    { path: 'text', message: expect.stringContaining('Paste a header') },
  ])
  const wide = Array.from({ length: 190_000 }, () => '1').join('\t')
  expect(await refused(wide)).toMatchObject([{ path: 'text', message: 'Paste at most 100 columns.' }])
  const long = '\n'.repeat(390_000)
  expect(await refused(`${long}x`)).toMatchObject([{ path: 'text' }])
  const many = Array.from({ length: 1_001 }, (_, i) => `S-${i}\t1.00`).join('\n')
  expect(await refused(many)).toMatchObject([{ path: 'text', message: expect.stringContaining('at most 1000 rows') }])
})

test('a cell of any length costs no more than others', async () => {
  const { check } = await desk()
  const { rejected } = await check(`SKU\tPrice\nA-1\t1${' '.repeat(300_000)}x`)
  expect(rejected).toMatchObject([{ line: 2, reasons: [expect.stringContaining('is not an amount')] }])
})

test('a thousand rows are checked and saved in a few statements', async () => {
  const { workspace, check, save } = await desk()
  for (let i = 0; i < 10; i++) await sendItems(workspace, 100, (n) => ({ sku: `S-${i * 100 + n}` }))
  const text = Array.from({ length: 1_000 }, (_, i) => `S-${i}\t${(i + 100) / 100}`).join('\n')
  const { good, version } = await check(`SKU\tPrice\n${text}`)
  expect(good).toHaveLength(1_000)
  const saved = await save(`SKU\tPrice\n${text}`, version)
  expect(saved.body.data).toEqual({ added: 1_000, changed: 0, ended: 0, undo: expect.any(String) })
})
