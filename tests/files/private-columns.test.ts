import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { done, givenCustomer, read } from '../given/given.ts'
import { importingStaff } from '../given/import.ts'
import { importFile, sendFile, settle } from '../given/sent-import.ts'
import type { Query } from '../given/sent-import.ts'

const service = useService()

const FILE = [
  'SKU,Name,Unit,Price,Colour,Cost €,Remarks,Lieferant',
  'A-1,Plate,each,2.50,Blue,1.10,internal only: old stock,Acme',
  'A-2,Bowl,each,1.80,Red,0.70,,Acme',
].join('\n')

const LEFT_OUT = [
  { column: 'Cost €', reason: 'Its name says “cost”.' },
  { column: 'Remarks', reason: 'One of its values is “internal only: old stock”.' },
  { column: 'Lieferant', reason: 'Its name says “lieferant”.' },
]

test('a file by the API leaves out what speaks of costs, suppliers or internal notes, and says so', async () => {
  const workspace = await service.workspace()
  const sent = (await sendFile(service, workspace, FILE)).body.data
  expect(sent.leftOut).toEqual(LEFT_OUT)
  expect(await settle(service, workspace, sent.id)).toMatchObject({ status: 'done', leftOut: LEFT_OUT })
  const buyer = await givenSignedInBuyer(service, workspace, await givenCustomer(workspace))
  const { id, details } = await read(workspace, 'A-1')
  expect(details).toEqual({ Colour: 'Blue' })
  expect(JSON.stringify(await done(buyer.get(`/products/${id}`)))).not.toMatch(/1\.10|Acme|old stock/)
})

test.each([
  [
    { details: 'all' },
    { Colour: 'Blue', 'Cost €': '1.10', Remarks: 'internal only: old stock', Lieferant: 'Acme' },
    [],
  ],
  [{ details: 'colour,Cost €' }, { Colour: 'Blue', 'Cost €': '1.10' }, ['Remarks', 'Lieferant']],
  [{ details: ['Colour', 'Lieferant'] }, { Colour: 'Blue', Lieferant: 'Acme' }, ['Cost €', 'Remarks']],
  [{ details: 'Cost €' }, { 'Cost €': '1.10' }, ['Colour', 'Remarks', 'Lieferant']],
  [{ ignore: 'Remarks' }, { Colour: 'Blue' }, ['Cost €', 'Lieferant']],
])('the details of a file by the API are chosen by a parameter: %o', async (query, details, leftOut) => {
  const workspace = await service.workspace()
  const result = await importFile(service, workspace, FILE, query as Query)
  expect((await read(workspace, 'A-1')).details).toEqual(details)
  expect(result.leftOut.map(({ column }: any) => column)).toEqual(leftOut)
})

test('a detail that is no column, or that is given to a field, is refused', async () => {
  const workspace = await service.workspace()
  const refused: Query[] = [
    { details: 'Colour,Size' },
    { details: 'Colour', 'map.brand': 'Colour' },
    { details: 'Colour', ignore: 'Colour' },
  ]
  for (const query of refused) {
    const { status, body } = await sendFile(service, workspace, FILE, query)
    expect([status, body.error.code]).toEqual([400, 'validation_error'])
  }
})

test('the same file with other details is another import', async () => {
  const workspace = await service.workspace()
  await importFile(service, workspace, FILE)
  await importFile(service, workspace, FILE, { details: 'all' })
  expect(Object.keys((await read(workspace, 'A-2')).details)).toEqual(['Colour', 'Cost €', 'Lieferant'])
})

test('in the browser such a column is left out with its reason, and a choice is remembered for files of the shape', async () => {
  const { workspace, staff, upload, act } = await importingStaff(service)
  const { id } = await upload('new.csv', FILE)
  const columns = async (of: string) => (await done(staff.get(`/imports/${of}`))).reading.columns
  const told = (await columns(id)).map(({ name, use, whyPrivate }: any) => [name, use, whyPrivate])
  expect(told.slice(4)).toEqual([
    ['Colour', 'details', null],
    ...LEFT_OUT.map(({ column, reason }) => [column, 'ignore', reason]),
  ])
  const uses = (await columns(id)).map(({ name, use }: any) => (name === 'Lieferant' ? 'details' : use))
  await done(staff.put(`/imports/${id}/reading`, { uses }))
  await act(id, 'check')
  await act(id, 'start')
  expect((await read(workspace, 'A-1')).details).toEqual({ Colour: 'Blue', Lieferant: 'Acme' })
  const again = await upload('again.csv', FILE)
  expect((await columns(again.id)).map(({ use }: any) => use).slice(4)).toEqual([
    'details',
    'ignore',
    'ignore',
    'details',
  ])
})
