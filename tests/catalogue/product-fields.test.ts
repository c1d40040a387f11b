import { expect, test } from 'vitest'
import { PLAIN_FIELDS, PRODUCT_FIELDS, SENT_FIELDS, TEXT_FIELDS } from '../../server/src/shared/product-fields.ts'
import { useService } from '../given/service.ts'
import { importingStaff } from '../given/import.ts'
import { expectDone, item, read, send } from '../given/given.ts'

const service = useService()

const isIn = (fields: readonly string[]) => (field: string) => fields.includes(field)
const PLAIN_TEXTS = TEXT_FIELDS.filter(isIn(PLAIN_FIELDS)).filter(isIn(SENT_FIELDS))

test.each(PLAIN_TEXTS)('%s is sent, edited, exported and imported, and the activity names it', async (field) => {
  const { label, leftOut, max } = PRODUCT_FIELDS[field as 'description']
  const { workspace, staff, upload, act, changesOf } = await importingStaff(service)
  const shown = async () => (await read(workspace, 'DEN-1042'))[field]

  await send(workspace, [item({ [field]: 'Sent' })])
  expect(await shown()).toBe('Sent')
  const answer = await workspace.put('/products', { products: [item({ [field]: undefined })] })
  expect(answer.status).toBe((leftOut as string) === 'refused' ? 400 : 200)
  expect(await shown()).toBe(leftOut === 'cleared' ? null : 'Sent')
  const { status, body } = await workspace.put('/products', { products: [item({ [field]: 'x'.repeat(max + 1) })] })
  expect([status, body.error.issues[0].path]).toEqual([400, `products.0.${field}`])

  await send(workspace, [item({ [field]: 'Sent' })])
  const { id, version } = (await staff.get(`/products/${(await read(workspace, 'DEN-1042')).id}`)).body.data
  const edited = await staff.patch(`/products/${id}`, { version, [field]: 'Edited' })
  expectDone(edited)
  expect(edited.body.data.product[field]).toBe('Edited')
  const [{ changes }] = (await workspace.get('/activity?limit=1')).body.data
  expect(changes).toEqual({ [field]: { from: 'Sent', to: 'Edited' } })
  expect(await shown()).toBe('Edited')

  const file: string = (await staff.get('/products/export?format=csv')).body
  const { id: imported, fields } = await upload('exported.csv', file.replace('Edited', 'Imported'))
  expect(fields).toContainEqual(expect.objectContaining({ field, label }))
  expect((await act(imported, 'check')).check).toMatchObject({ changed: 1, fields: { [field]: 1 } })
  expect((await act(imported, 'start')).status).toBe('done')
  const [change] = await changesOf(imported)
  expect(change.changes).toEqual({ [field]: { from: 'Edited', to: 'Imported' } })
  expect(await shown()).toBe('Imported')
})
