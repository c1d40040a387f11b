import { expect, test } from 'vitest'
import { claimImports } from '../../server/src/files/import/import-row.ts'
import { workOn } from '../../server/src/files/import/import-worker.ts'
import { removeOldImports } from '../../server/src/files/import/import-status.ts'
import { useService } from '../given/service.ts'
import { importingStaff, importTools, uploadImport, workOnAll } from '../given/import.ts'
import { done, expectDone, find, item, send } from '../given/given.ts'

const service = useService()

/** Rows of the first write: the first 200 lines, less the header. */
const FIRST_PART = 199

const nameIn = ({ file: { encoding, isEncodingGuessed }, top }: any) => [encoding, isEncodingGuessed, top[1].cells[1]]

const csv = (rows: readonly string[]) => ['SKU,Name,Price,Unit,Colour', ...rows].join('\n')

test('a file is checked against the catalogue, and nothing is written', async () => {
  const { workspace, staff, upload, act } = await importingStaff(service)
  await send(workspace, [item({ details: { Colour: 'Azure' } }), item({ sku: '00123', name: 'Bolt' })])
  const before = await workspace.get('/products')
  const file = csv(['DEN-1042,Blue plate,30.00,each,Blue', '123,Bolt,1,each,', 'N-1,Nut,x,,', '=1+1,,2,each,'])
  const { id, reading, problems } = await upload('spring.csv', file)
  expect(problems).toEqual([])
  expect(reading.columns).toMatchObject([
    { name: 'SKU', use: 'sku' },
    { name: 'Name', use: 'name' },
    { name: 'Price', use: 'listPrice' },
    { name: 'Unit', use: 'unitLabel' },
    { name: 'Colour', use: 'details' },
  ])
  const { status, check } = await act(id, 'check')
  expect(status).toBe('checked')
  expect(check).toMatchObject({
    rows: 4,
    created: 1,
    changed: 1,
    unchanged: 0,
    rejected: 2,
    fields: { name: 1, 'details.Colour': 1 },
    prices: { up: 1, down: 0, moves: [{ sku: 'DEN-1042', from: 2550, to: 3000, changeBp: 1765 }] },
    rejects: [
      { line: 4, label: 'N-1', reason: 'List price "x" is not an amount' },
      { line: 5, label: '=1+1', reason: '=1+1 is new: it needs a name' },
    ],
    damaged: [{ line: 3, sku: '123', probably: [{ sku: '00123', name: 'Bolt' }] }],
  })
  expect(check.examples[0].changes['details.Colour']).toEqual({ from: 'Azure', to: 'Blue' })
  expect((await workspace.get('/products')).body).toEqual(before.body)
  const { body } = await staff.get(`/imports/${id}/rejects.csv`)
  expect(body.split('\r\n').slice(1)).toEqual([
    'N-1,Nut,x,,,4,"List price ""x"" is not an amount"',
    "'=1+1,,2,each,,5,'=1+1 is new: it needs a name",
    '',
  ])
})

test('a guessed encoding can be chosen instead; a name that is none is answered with those that are', async () => {
  const { staff, upload } = await importingStaff(service)
  const file = Buffer.from('SKU;Name;Price;Unit\nA;\x8cruba \xbf\xf3\xb3ta;1,00;szt\n', 'latin1')
  expect(nameIn(await upload('list.csv', file))).toEqual(['windows-1250', true, 'Śruba żółta'])
  expect(nameIn(await upload('list.csv', file, '', 'windows-1252'))).toEqual(['windows-1252', false, 'Œruba ¿ó³ta'])
  expect(nameIn(await upload('list.csv', file, '', 'cp852'))).toEqual(['cp852', false, 'îruba ┐ˇ│ta'])
  const { status, body } = await uploadImport(service, staff, 'list.csv', file, '', 'latin2')
  expect(status).toBe(400)
  expect(body.error.issues).toEqual([
    { path: 'encoding', message: expect.stringMatching(/^Must be one of: utf-8, .*, windows-1250, .*, big5\.$/) },
  ])
})

test('an import that is cut off goes on where it was, and writes no row twice', async () => {
  const { workspace, staff, upload, act } = await importingStaff(service)
  await send(workspace, [item()])
  const rows = Array.from({ length: 260 }, (_, i) => `S-${i},Plate ${i},${i + 1}.50,each,Azure`)
  const { id } = await upload('spring.csv', csv([...rows, 'DEN-1042,Azure dinner plate 26 cm,30,each,', 'X,,1,each,']))
  await act(id, 'check')
  expectDone(await staff.post(`/imports/${id}/start`))
  const [claim] = await claimImports(service.context, 1, [])
  const cutOff = workOn(service.context, claim!, {
    ...importTools(service),
    runQueued: async (context, work) => {
      await importTools(service).runQueued(context, work)
      throw new Error('The process was killed.')
    },
  })
  await expect(cutOff).rejects.toThrow('killed')
  // What a killed process leaves behind: its claim.
  await service.context.db
    .updateTable('data_import')
    .set({ status: 'importing', lease: claim!.lease, leased_until: new Date(service.time.now.getTime() + 1_000) })
    .where('workspace_id', '=', workspace.id)
    .execute()
  const half = (await staff.get(`/imports/${id}`)).body.data
  expect(half).toMatchObject({ counts: { created: FIRST_PART }, progress: { done: FIRST_PART, total: 262 } })
  await workOnAll(service)
  expect((await staff.get(`/imports/${id}`)).body.data.progress.done).toBe(FIRST_PART)

  service.later()
  await workOnAll(service)
  const done = (await staff.get(`/imports/${id}`)).body.data
  const counts = { created: 260, updated: 1, unchanged: 0, priceChanges: 1, rejected: 1 }
  expect(done).toMatchObject({ status: 'done', counts, startedBy: 'Tom Hale' })
  const draft = (await workspace.get(`/price-changes/${done.priceChangeId}`)).body.data
  expect(draft).toMatchObject({ name: 'spring.csv', lineCount: 1, status: 'draft' })
  const { body } = await workspace.get('/activity')
  expect(body.data.map(({ action, actor, subject }: any) => [action, actor.name, subject.label])).toEqual(
    expect.arrayContaining([
      ['import.start', 'Tom Hale', 'spring.csv'],
      ['import.finish', 'Tom Hale', 'spring.csv'],
    ]),
  )
  const page = (await staff.get(`/imports/${id}/changes?limit=50&offset=250`)).body.data
  expect(page.at(-1)).toMatchObject({
    label: 'DEN-1042',
    kind: 'updated',
    changes: { draftedListPrice: { from: 2550, to: 3000 } },
  })
})

test('an import is undone, but for what somebody else has changed since', async () => {
  const { workspace, staff, upload, act } = await importingStaff(service)
  await send(workspace, [item({ sku: 'A-1' }), item({ sku: 'A-2' })])
  const before = (await find(workspace, 'A-1'))!
  const { id } = await upload(
    'spring.csv',
    csv(['A-1,New,25.50,each,', 'A-2,New too,25.50,each,', 'B-1,B,1,each,', 'B-2,B,1,each,']),
  )
  await act(id, 'check')
  expect((await act(id, 'start')).counts).toMatchObject({ created: 2, updated: 2 })
  await send(workspace, [item({ sku: 'A-2', name: 'Of the ERP' }), item({ sku: 'B-2', name: 'Of the ERP' })])
  expect((await done(staff.get(`/imports/${id}/undo`))).examples.toSorted()).toEqual(['A-2', 'B-2 (in a price change)'])
  const { status, undone } = await act(id, 'undo')
  expect({ status, undone }).toEqual({ status: 'undone', undone: { restored: 1, removed: 1, left: 2 } })
  expect(await find(workspace, 'A-1')).toMatchObject({ name: before.name, details: before.details })
  expect(await find(workspace, 'A-2')).toMatchObject({ name: 'Of the ERP' })
  const left = (await staff.get(`/imports/${id}/changes?outcome=kept`)).body.data
  expect(left.map(({ label }: any) => label)).toEqual(['A-2', 'B-2'])
  expect((await workspace.get('/products?q=B-1')).body.data).toEqual([])

  const later = (days: number) => new Date(service.time.now.getTime() + days * 86_400_000)
  await removeOldImports({ ...service.context, clock: () => later(29) })
  expectDone(await staff.get(`/imports/${id}`))
  await removeOldImports({ ...service.context, clock: () => later(31) })
  expect((await staff.get(`/imports/${id}`)).status).toBe(404)
})

test('a stopped import leaves what it has written, and goes on when it is started again', async () => {
  const { workspace, staff, upload, act } = await importingStaff(service)
  const rows = Array.from({ length: 220 }, (_, i) => `S-${i},Plate ${i},1,each,`)
  const { id } = await upload('stop.csv', csv(rows))
  await act(id, 'check')
  expectDone(await staff.post(`/imports/${id}/start`))
  const [claim] = await claimImports(service.context, 1, [])
  await workOn(service.context, claim!, {
    ...importTools(service),
    runQueued: async (context, work) => {
      const done = await importTools(service).runQueued(context, work)
      expectDone(await staff.post(`/imports/${id}/stop`))
      return done
    },
  }).catch(() => {})
  expect((await staff.get(`/imports/${id}`)).body.data).toMatchObject({
    status: 'stopped',
    counts: { created: FIRST_PART },
  })
  expect((await act(id, 'start')).counts.created).toBe(220)
  expect((await workspace.get('/products?limit=1&offset=219')).body.data).toHaveLength(1)
})

test('a cell as long as a row may be is rejected with a short reason, as fast as any other', async () => {
  const { staff, upload, act } = await importingStaff(service)
  const rows = [
    `A-1,Plate,1${'1'.repeat(900_000)}x,each,`,
    `A-2,Plate,1${' '.repeat(900_000)}x,each,`,
    `${'S'.repeat(900_000)},Plate,x,each,`,
  ]
  const { id } = await upload('long.csv', csv(rows))
  const { check } = await act(id, 'check')
  expect(check.rejects.map(({ line, label, reason }: any) => [line, label.length, reason.slice(0, 13)])).toEqual([
    [2, 3, 'List price "1'],
    [3, 3, 'List price "1'],
    [4, 100, expect.stringMatching(/^(SKU|List price) /)],
  ])
  expect(check.rejects.every(({ reason }: any) => reason.length <= 501)).toBe(true)
  expect((await staff.get(`/imports/${id}/rejects?limit=50`)).body.data).toHaveLength(3)
})
