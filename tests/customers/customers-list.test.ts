import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { done, expectDone, givenCustomer, invalidFields, refusal } from '../given/given.ts'

const service = useService()

async function given(...customers: Record<string, unknown>[]) {
  const workspace = await service.workspace()
  for (let i = 0; i < customers.length; i += 100) {
    expectDone(await workspace.put('/customers', { customers: customers.slice(i, i + 100) }))
  }
  return workspace
}

async function names({ get }: TestWorkspace, query = ''): Promise<string[]> {
  return (await done(get(`/customers${query}`))).map(({ name }: { name: string }) => name)
}

test('the list of customers carries the currency, and each customer’s own fields', async () => {
  const workspace = await service.workspace({ currency: 'EUR' })
  const id = await givenCustomer(workspace, { accountCode: 'QUAY', email: 'q@x.example' })
  expect((await workspace.get('/customers')).body).toEqual({
    data: [
      {
        id,
        accountCode: 'QUAY',
        name: 'Quay Café',
        email: 'q@x.example',
        phone: null,
        contactName: null,
        paymentTermsDays: null,
        creditLimit: null,
        openBalance: null,
        minOrderValue: null,
        group: null,
        poRequired: false,
        notes: null,
        active: true,
        addresses: [],
        createdAt: '2026-01-01T00:00:00.000Z',
        updatedAt: '2026-01-01T00:00:00.000Z',
      },
    ],
    nextOffset: null,
    currency: 'EUR',
  })
})

test('the list of customers is sorted by name as people sort it, then by id', async () => {
  const workspace = await given({ name: 'zebra' }, { name: 'Éclair' }, { name: 'Apple' }, { name: 'eclair' })
  expect(await names(workspace)).toEqual(['Apple', 'eclair', 'Éclair', 'zebra'])
  const twins = await service.workspace()
  const ids = [await givenCustomer(twins), await givenCustomer(twins), await givenCustomer(twins)]
  expect((await twins.get('/customers')).body.data.map(({ id }: any) => id)).toEqual(ids.toSorted())
})

test('the list of customers is walked by pages of 100 unless said, each customer once', async () => {
  const workspace = await given(...Array.from({ length: 205 }, (_, i) => ({ name: `N${i}`, accountCode: `C${i}` })))
  for (const limit of ['', '&limit=100', '&limit=41', '&limit=60']) {
    const seen: string[] = []
    const size = Number(limit.slice(7) || 100)
    for (let offset: number | null = 0; offset !== null;) {
      const { body } = await workspace.get(`/customers?offset=${offset}${limit}`)
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      expect(body.nextOffset).toBe(body.data.length === size ? offset + size : null)
      offset = body.nextOffset
    }
    expect(seen).toHaveLength(205)
    expect(new Set(seen).size).toBe(205)
  }
  for (const offset of ['205', '9'.repeat(30)]) {
    expect((await workspace.get(`/customers?offset=${offset}`)).body).toMatchObject({ data: [], nextOffset: null })
  }
})

test.each(['limit=0', 'limit=101', 'limit=-1', 'limit=1.5', 'limit=x', 'limit=1&limit=2', 'offset=-1', 'offset=x'])(
  'the list of customers refuses %s',
  async (query) => {
    const { get } = await service.workspace()
    expect(invalidFields(await get(`/customers?${query}`))).toEqual([query.split('=')[0]])
  },
)

test('the list of customers needs a key, one that may read is enough, and shows nothing of another workspace', async () => {
  expect(await service.call('GET', '/customers')).toEqual(refusal(401, 'unauthorized'))
  await given({ name: 'Theirs' })
  const mine = await service.workspace({ scope: 'read' })
  await givenCustomer(mine)
  expect(await names(mine)).toEqual(['Quay Café'])
  expect(await names(mine, '?q=t')).toEqual([])
})

const customers = [
  { name: 'Quay Café', accountCode: 'Z-1' },
  { name: 'Abbey', accountCode: 'QUAY-7', email: 'orders@quay.example' },
  { name: 'Byrne', email: 'Quay.north@x.example' },
  { name: 'The Quay', accountCode: '50%', email: 'a_b@x.example' },
  { name: 'Corner' },
]

test.each([
  ['quay', ['Abbey', 'Byrne', 'Quay Café']],
  ['QUAY-', ['Abbey']],
  ['quay cafe\u0301', ['Quay Café']],
  ['orders@quay.example', ['Abbey']],
  ['50%', ['The Quay']],
  ['%', []],
  ['_', []],
  ['a_', ['The Quay']],
  ['nobody', []],
  [' ', ['Abbey', 'Byrne', 'Corner', 'Quay Café', 'The Quay']],
])('a search for "%s" shows whose name, account code or e-mail starts with it, by name', async (q, found) => {
  expect(await names(await given(...customers), `?q=${encodeURIComponent(q)}`)).toEqual(found)
})

test('who asks what has changed since a time gets those customers, the last change last', async () => {
  const workspace = await given({ name: 'Abel' }, { name: 'Bell' }, { name: 'Cole' })
  service.later()
  const since = service.time.now.toISOString()
  expectDone(await workspace.put('/customers', { customers: [{ name: 'Bell', phone: '1' }] }))
  service.later()
  expectDone(await workspace.put('/customers', { customers: [{ name: 'Abel', phone: '1' }, { name: 'Cole' }] }))
  expect(await names(workspace, `?updatedSince=${since}`)).toEqual(['Bell', 'Abel'])
  expect(await names(workspace, `?updatedSince=${since}&limit=1&offset=1`)).toEqual(['Abel'])
  expect(await names(workspace, `?updatedSince=${since}&q=b`)).toEqual(['Bell'])
  expect(invalidFields(await workspace.get('/customers?updatedSince=yesterday'))).toEqual(['updatedSince'])
})

test('a search pages as the list does', async () => {
  const workspace = await given(...customers)
  const { body } = await workspace.get('/customers?q=quay&limit=2')
  expect(body).toMatchObject({ data: [{ name: 'Abbey' }, { name: 'Byrne' }], nextOffset: 2, currency: 'GBP' })
  expect(await names(workspace, '?q=quay&limit=2&offset=2')).toEqual(['Quay Café'])
})

test.each(['q=%00', `q=${'x'.repeat(255)}`, 'q=a&q=b'])('a search is refused as %s', async (query) => {
  const { get } = await service.workspace()
  expect(invalidFields(await get(`/customers?${query}`))).toEqual(['q'])
})
