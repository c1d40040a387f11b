import { expect, test } from 'vitest'
import { createKey, revokeKey } from '../../server/src/workspaces/keys.ts'
import { useService } from '../given/service.ts'
import { importingStaff, workOnAll } from '../given/import.ts'
import { importFile, sendFile, settle } from '../given/sent-import.ts'
import { refusal } from '../given/given.ts'

const service = useService()

const PRODUCTS = 'SKU,Name,Price,Unit\nA-1,Plate,2.50,each\nA-2,Bowl,9.95,each\n'

test('a key that may only read sees imports, and starts none', async () => {
  const workspace = await service.workspace()
  const { id } = await importFile(service, workspace, PRODUCTS, { dryRun: 'true' })
  const { key } = await createKey(workspace.context, { name: 'Reader', scope: 'read' })
  const reader = { ...workspace, key }
  expect(await sendFile(service, reader, PRODUCTS)).toEqual(refusal(403, 'insufficient_scope'))
  expect(await service.call('POST', `/imports/${id}/run`, { key })).toEqual(refusal(403, 'insufficient_scope'))
  expect((await service.call('GET', `/imports/${id}`, { key })).body.data).toMatchObject({ status: 'checked' })
})

test.each(['false', 'true'])(
  'an import ends with the access of its key, and goes on with another one (dry run first: %s)',
  async (dryRun) => {
    const workspace = await service.workspace()
    const { id } = (await sendFile(service, workspace, PRODUCTS, { dryRun })).body.data
    if (dryRun === 'true') {
      await settle(service, workspace, id)
      await service.call('POST', `/imports/${id}/run`, { key: workspace.key })
    }
    await revokeKey(workspace.context, workspace.keyId)
    await expect(workOnAll(service)).rejects.toThrow('has been revoked')

    const { key } = await createKey(workspace.context, { name: 'Next', scope: 'write' })
    const next = { ...workspace, key, get: (path: string) => service.call('GET', path, { key }) }
    const message = expect.stringContaining('has been revoked')
    expect((await next.get(`/imports/${id}`)).body.data).toMatchObject({ status: 'failed', message })
    expect((await next.get('/products')).body.data).toEqual([])
    expect(await importFile(service, next, PRODUCTS)).toMatchObject({ id, status: 'done', created: 2, message: null })
  },
)

test('imports of another workspace, and those from the browser, are not found', async () => {
  const { workspace, upload, staff } = await importingStaff(service)
  const other = await service.workspace()
  const mine = await importFile(service, workspace, PRODUCTS)
  const { id: byStaff } = await upload('staff.csv', PRODUCTS, 'products')
  for (const path of [`/imports/${mine.id}`, `/imports/${mine.id}/rejects`]) {
    expect(await other.get(path)).toEqual(refusal(404, 'not_found'))
  }
  const run = (id: string, { key }: typeof other) => service.call('POST', `/imports/${id}/run`, { key })
  expect(await run(mine.id, other)).toEqual(refusal(404, 'not_found'))
  expect(await run(byStaff, workspace)).toEqual(refusal(404, 'not_found'))
  expect(await workspace.get(`/imports/${byStaff}`)).toEqual(refusal(404, 'not_found'))
  expect((await other.get('/imports')).body.data).toEqual([])
  expect((await workspace.get('/imports?limit=1')).body).toMatchObject({ data: [{ id: mine.id }], nextOffset: 1 })

  const shown = (await staff.get(`/imports/${mine.id}`)).body.data
  expect(shown).toMatchObject({ uploadedBy: 'ERP sync', startedBy: 'ERP sync', status: 'done' })
})

test('staff start what came by the API as it is, and read it in no other way', async () => {
  const { workspace, staff, act } = await importingStaff(service)
  const { id } = await importFile(service, workspace, PRODUCTS, { dryRun: 'true' })
  expect(await staff.put(`/imports/${id}/reading`, { kind: 'agreed_prices' })).toEqual(refusal(400, 'invalid_request'))
  expect(await act(id, 'start')).toMatchObject({ status: 'done', uploadedBy: 'ERP sync', startedBy: 'Tom Hale' })
})
