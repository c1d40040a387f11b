import { expect, test } from 'vitest'
import { useService } from '../service.ts'
import { callAppApi } from './app-api-calls.ts'
import { givenMember } from './given-member.ts'
import type { TestMember } from './given-member.ts'
import { expectDone, item, send } from './given.ts'
import { workOnAll } from './given-import.ts'

const service = useService()

async function shop() {
  const workspace = await service.workspace()
  const staff = await givenMember(service, workspace, 'staff', { name: 'Tom Hale' })
  return { workspace, staff }
}

function upload({ token, slug }: TestMember, name: string, body: string | Buffer) {
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'text/csv' }
  return callAppApi(service, token, 'POST', `/console/${slug}/imports?name=${encodeURIComponent(name)}`, {
    headers,
    body: body as string,
  })
}

test('a file is checked against the catalogue', async () => {
  const { workspace, staff } = await shop()
  await send(workspace, [item(), item({ sku: '00123', name: 'Bolt' })])
  const answer = await upload(
    staff,
    'spring.csv',
    'SKU,Name,Price,Unit\nDEN-1042,Azure plate,30.00,each\n123,Bolt,1,each\nN-1,Nut,x,each\n',
  )
  expectDone(answer)
  const { id, reading, problems } = answer.body.data
  expect(problems).toEqual([])
  expect(reading.columns).toEqual([
    { name: 'SKU', use: 'sku', samples: ['DEN-1042', '123', 'N-1'] },
    { name: 'Name', use: 'name', samples: ['Azure plate', 'Bolt', 'Nut'] },
    { name: 'Price', use: 'listPrice', samples: ['30.00', '1', 'x'] },
    { name: 'Unit', use: 'unitLabel', samples: ['each'] },
  ])
  expectDone(await staff.post(`/imports/${id}/check`))
  await workOnAll(service)
  const { status, check } = (await staff.get(`/imports/${id}`)).body.data
  expect(status).toBe('checked')
  expect(check).toMatchObject({
    rows: 3,
    created: 1,
    prices: { up: 1, down: 0, moves: [{ sku: 'DEN-1042', from: 2550, to: 3000, changeBp: 1765 }] },
    rejects: [{ line: 4, sku: 'N-1', reason: 'List price "x" is not an amount' }],
    damaged: [{ line: 3, sku: '123', probably: { sku: '00123', name: 'Bolt' } }],
  })
})
