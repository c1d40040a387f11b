import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { expectDone, item } from '../given/given.ts'
import { uploadImport, workOnAll } from '../given/import.ts'
import { givenMember } from '../given/member.ts'

const service = useService()

test('the import of a member who is removed stops, and somebody else goes on with it', async () => {
  const workspace = await service.workspace()
  const boss = await givenMember(service, workspace, 'owner')
  const staff = await givenMember(service, workspace, 'manager', { name: 'Tom Hale' })
  const { body } = await uploadImport(service, staff, 'new.csv', 'SKU,Name,Price,Unit\nN-1,Nut,1.50,each\n')
  const path = `/imports/${body.data.id}`
  expectDone(await staff.post(`${path}/check`))
  await workOnAll(service)
  expectDone(await staff.post(`${path}/start`))
  expectDone(await boss.delete(`/people/${staff.id}`))
  await expect(workOnAll(service)).rejects.toThrow('Tom Hale no longer has access')
  expect((await boss.get(path)).body.data).toMatchObject({
    status: 'failed',
    problem: 'Tom Hale no longer has access. Somebody else can go on with the rest.',
  })
  expectDone(await boss.post(`${path}/start`))
  await workOnAll(service)
  expect((await boss.get(path)).body.data.status).toBe('done')
})

test('whoever writes without a pause does not put off their removal', async () => {
  const workspace = await service.workspace()
  const boss = await givenMember(service, workspace, 'owner')
  const staff = await givenMember(service, workspace, 'manager')
  let answers: number[] = []
  const writing = new AbortController()
  const writers = Array.from({ length: 8 }, async (_, i) => {
    while (!writing.signal.aborted)
      answers.push((await staff.post('/products', item({ sku: `${i}-${answers.length}` }))).status)
  })
  await expect.poll(() => answers.length).toBeGreaterThan(8)
  const removed = await boss.delete(`/people/${staff.id}`)
  answers = []
  await expect.poll(() => answers.length).toBeGreaterThan(16)
  writing.abort()
  await Promise.all(writers)
  expectDone(removed)
  // Answers that were on their way belong to writes before.
  expect(answers.slice(8).filter((status) => status !== 401)).toEqual([])
})
