import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ImageLibrary } from '../../server/src/context.ts'
import { removeOldImports } from '../../server/src/files/import/import-status.ts'
import { WORKSPACE_LIMITS } from '../../server/src/workspaces/workspace-state.ts'
import { often, relation, workbook } from '../given/workbook.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { importingStaff, uploadImport } from '../given/import.ts'
import { expectDone } from '../given/given.ts'
import { useTemporaryFolder } from '../given/temporary-folder.ts'

const incoming = useTemporaryFolder()
const service = useService({ images: { incoming } as ImageLibrary })

const DAY_MS = 86_400_000
const CSV = 'SKU,Name,Price,Unit\nA-1,Plate,1,each'
const later = (days: number) => new Date(service.time.now.getTime() + days * DAY_MS)

async function storedRows({ id }: TestWorkspace): Promise<number[]> {
  const tables = ['data_import', 'data_import_part', 'data_import_reject', 'record_edit_line'] as const
  const counts = tables.map(async (table) => {
    const query = service.context.db.selectFrom(table).where('workspace_id', '=', id)
    return Number((await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count)
  })
  return Promise.all(counts)
}

test('a file that is refused leaves nothing', async () => {
  const { workspace, staff } = await importingStaff(service)
  const rows = often(100_000, (i) => `<row r="${i + 1}"><c r="SF${i + 1}"><v>1</v></c></row>`)
  const names = Array.from({ length: 20 }, (_, i) => `S${i}`)
  const one = '/xl/worksheets/sheet0.xml'
  const related = names.map((_, i) => relation(`s${i}`, 'worksheet', one)).join('')
  const bomb = await workbook({
    sheets: Object.fromEntries(names.map((name, i) => [name, i === 0 ? rows : ''])),
    more: { 'xl/_rels/workbook.xml.rels': `<Relationships>${related}</Relationships>` },
  })
  const late = `${CSV}\n`.repeat(10_000)
  const answers = [
    await uploadImport(service, staff, 'bomb.xlsx', bomb),
    // Refused for its last row, when all others are read.
    await uploadImport(service, staff, 'late.csv', `${late}"not closed`),
  ]
  expect(answers.map(({ status, body }) => [status, JSON.stringify(body)])).toEqual([
    [400, expect.stringContaining('of the workbook are one and the same part of it.')],
    [400, expect.stringContaining('a quote is not closed')],
  ])
  expect(await storedRows(workspace)).toEqual([0, 0, 0, 0])
  expect(readdirSync(incoming)).toEqual([])
})

test('a workspace keeps so many files, and so much of them, and says what to remove', async () => {
  const { workspace, staff, upload } = await importingStaff(service)
  const { id } = await upload('first.csv', CSV)
  const itself = service.context.db
    .updateTable('data_import')
    .where('workspace_id', '=', workspace.id)
    .where('id', '=', id)
  const expectRefused = async () => {
    const { status, body } = await uploadImport(service, staff, 'next.csv', CSV)
    expect([status, body.error.message]).toEqual([
      400,
      'Files of up to 500 MB, and 200 of them, are kept at a time. Remove imports that you no longer need, such as "first.csv" of 2026-03-02. What is a month old is removed by itself.',
    ])
  }
  await itself.set({ bytes: WORKSPACE_LIMITS.storedImportBytes }).execute()
  await expectRefused()
  await itself.set({ bytes: 100 }).execute()
  const row = await service.context.db
    .selectFrom('data_import')
    .selectAll()
    .where('workspace_id', '=', workspace.id)
    .executeTakeFirstOrThrow()
  const json = Object.fromEntries(
    (['file', 'reading', 'found', 'uploaded_by', 'started_by'] as const).map((name) => [
      name,
      row[name] && JSON.stringify(row[name]),
    ]),
  )
  const more = Array.from({ length: WORKSPACE_LIMITS.storedImports - 1 }, () => ({
    ...row,
    ...json,
    id: crypto.randomUUID(),
    created_at: later(1),
  }))
  await service.context.db
    .insertInto('data_import')
    .values(more as never)
    .execute()
  await expectRefused()
  expectDone(await staff.delete(`/imports/${id}`))
  await upload('next.csv', CSV)
  expect(await storedRows(workspace)).toEqual([WORKSPACE_LIMITS.storedImports, 1, 0, 0])
})

test('an import is removed with all that is kept of it, but not while it is worked on', async () => {
  const { workspace, staff, upload, act } = await importingStaff(service)
  const rows = Array.from({ length: 300 }, (_, i) => `S-${i},Plate ${i},1,each`)
  const { id } = await upload('spring.csv', ['SKU,Name,Price,Unit', ...rows, 'X,,,'].join('\n'))
  expectDone(await staff.post(`/imports/${id}/check`))
  const refused = await staff.delete(`/imports/${id}`)
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    'This file is being worked on: stop that, or wait for its end, before you remove it.',
  ])
  await act(id, 'stop')
  await act(id, 'check')
  await act(id, 'start')
  expect((await storedRows(workspace))[3]).toBe(300)
  expectDone(await staff.delete(`/imports/${id}`))
  expect(await storedRows(workspace)).toEqual([0, 0, 0, 0])
  expect((await staff.delete(`/imports/${id}`)).status).toBe(404)
  const { body } = await workspace.get('/activity')
  expect(body.data[0]).toMatchObject({ action: 'import.remove', subject: { label: 'spring.csv' } })
  expect((await workspace.get('/products?limit=1&offset=299')).body.data).toHaveLength(1)
})

test('a file that nobody imports is removed after a week', async () => {
  const { staff, upload, act } = await importingStaff(service)
  const [unused, used] = [await upload('unused.csv', CSV), await upload('used.csv', CSV)]
  await act(used.id, 'check')
  await act(used.id, 'start')
  await removeOldImports({ ...service.context, clock: () => later(6) })
  expectDone(await staff.get(`/imports/${unused.id}`))
  await removeOldImports({ ...service.context, clock: () => later(8) })
  expect((await staff.get(`/imports/${unused.id}`)).status).toBe(404)
  expectDone(await staff.get(`/imports/${used.id}`))
})

test('of the shapes of files, a workspace remembers those that it used last', async () => {
  const { workspace, upload, act } = await importingStaff(service)
  const kept = WORKSPACE_LIMITS.rememberedShapes
  const old = Array.from({ length: kept + 5 }, (_, i) => ({
    workspace_id: workspace.id,
    kind: 'products',
    shape: `old ${i}`,
    mapping: '{}',
    used_at: later(-1 - i),
  }))
  await service.context.db.insertInto('import_mapping').values(old).execute()
  await act((await upload('first.csv', CSV)).id, 'check')
  const shapes = await service.context.db
    .selectFrom('import_mapping')
    .select('shape')
    .where('workspace_id', '=', workspace.id)
    .orderBy('used_at', 'desc')
    .execute()
  expect(shapes).toHaveLength(kept)
  expect(shapes.at(-1)).toEqual({ shape: `old ${kept - 2}` })
  expect((await upload('second.csv', CSV)).reading.isRemembered).toBe(true)
})
