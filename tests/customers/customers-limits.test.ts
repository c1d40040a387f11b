import { beforeAll, describe, expect, test } from 'vitest'
import { addPriceGroup } from '../../server/src/pricing/terms/price-groups.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { done, expectDone, invalidFields, refusal } from '../given/given.ts'

const service = useService()
/** What is refused leaves nothing in it, so all of that shares one. */
let refusing: TestWorkspace
beforeAll(async () => void (refusing = await service.workspace()))

const smile = '😀'

function put(workspace: TestWorkspace, fields: Record<string, unknown>) {
  return workspace.put('/customers', { customers: [{ name: 'Quay', ...fields }] })
}

async function only(workspace: TestWorkspace) {
  const { body } = await workspace.get('/customers')
  expect(body.data).toHaveLength(1)
  return body.data[0]
}

describe.each([
  ['accountCode', 64],
  ['name', 200],
  ['phone', 60],
  ['contactName', 200],
  ['notes', 4_000],
] as const)('%s', (field, max) => {
  test(`${field} is taken with ${max} characters, whatever they weigh, and refused with one more`, async () => {
    for (const letter of ['x', smile]) {
      const workspace = await service.workspace()
      expectDone(await put(workspace, { [field]: ` ${letter.repeat(max)}\n` }))
      expect((await only(workspace))[field]).toBe(letter.repeat(max))
      expect(invalidFields(await put(workspace, { [field]: letter.repeat(max + 1) }))).toEqual([`customers.0.${field}`])
    }
  })

  test.each([7, true, [], {}, ['x'], 'a\0b', 'a\ud83d'])(`${field} is refused as %j`, async (value) => {
    expect(invalidFields(await put(refusing, { [field]: value }))).toEqual([`customers.0.${field}`])
  })
})

test.each([undefined, null, '', ' \t'])('a name cannot be %j', async (name) => {
  expect(invalidFields(await put(refusing, { name }))).toEqual(['customers.0.name'])
})

test.each([`${'x'.repeat(246)}@quay.uk`, 'bo+orders@quay.example', "o'neil@xn--caf-dma.example", '客@例.example'])(
  'an e-mail is taken as %s',
  async (email) => {
    const workspace = await service.workspace()
    expectDone(await put(workspace, { email }))
    expect((await only(workspace)).email).toBe(email)
  },
)

test.each([
  `${'x'.repeat(247)}@quay.uk`,
  'quay',
  '@quay.example',
  'bo@',
  'bo@quay@example',
  'bo @quay.example',
  'a@x.example, b@x.example',
  'a@x.example;b',
  'Bo <bo@quay.example>',
  'a\0@quay.example',
  7,
  ['bo@quay.example'],
])('an e-mail is refused as %j', async (email) => {
  expect(invalidFields(await put(refusing, { email }))).toEqual(['customers.0.email'])
})

describe.each([
  ['paymentTermsDays', 3_650],
  ['creditLimit', 1_000_000_000_000],
] as const)('%s', (field, max) => {
  test.each([0, 1, max])(`${field} is taken as %i`, async (value) => {
    const workspace = await service.workspace()
    expectDone(await put(workspace, { [field]: value }))
    expect((await only(workspace))[field]).toBe(value)
  })

  test.each([-1, max + 1, 1.5, '30', '', true, [], 1e300])(`${field} is refused as %j`, async (value) => {
    expect(invalidFields(await put(refusing, { [field]: value }))).toEqual([`customers.0.${field}`])
  })
})

describe.each(['poRequired', 'active'])('%s', (field) => {
  test.each([null, 'true', 1, 0, ''])(`${field} is refused as %j`, async (value) => {
    expect(invalidFields(await put(refusing, { [field]: value }))).toEqual([`customers.0.${field}`])
  })
})

test.each([[{}], [{ customers: null }], [{ customers: {} }], [{ customers: [] }], [[]], [null], ['x']])(
  'a call is refused as %j',
  async (body) => {
    const { put } = await service.workspace()
    const [field] = invalidFields(await put('/customers', body))
    expect(['', 'customers']).toContain(field)
  },
)

test('a call has up to 100 rows', async () => {
  const workspace = await service.workspace()
  const rows = Array.from({ length: 101 }, (_, i) => ({ name: `N${i}` }))
  expect(invalidFields(await workspace.put('/customers', { customers: rows }))).toEqual(['customers'])
  expect((await workspace.put('/customers', { customers: rows.slice(1) })).body.data).toEqual({
    created: 100,
    updated: 0,
  })
})

test('a call is told all that is wrong with it, and changes nothing', async () => {
  const workspace = await service.workspace()
  const customers = [{ name: 'Fine' }, 7, { name: 'A', email: 'x', creditLimit: -1 }, { accountCode: 'C' }]
  expect(invalidFields(await workspace.put('/customers', { customers }))).toEqual([
    'customers.1',
    'customers.2.creditLimit',
    'customers.2.email',
    'customers.3.name',
  ])
  expect((await workspace.get('/customers')).body.data).toEqual([])
})

test('a hundred rows with every field full are taken, and refused where every character is escaped: that is more than 16 MB', async () => {
  const workspace = await service.workspace()
  const long = (max: number, i: number) => smile.repeat(max - 3) + String(i).padStart(3, '0')
  const group = long(200, 0)
  await addPriceGroup(workspace.context, { name: group })
  const customers = Array.from({ length: 100 }, (_, i) => ({
    accountCode: long(64, i),
    name: long(200, i),
    email: `${smile.repeat(200)}@${long(53, i)}`,
    phone: long(60, i),
    contactName: long(200, i),
    notes: long(4_000, i),
    paymentTermsDays: 3_650,
    creditLimit: 1_000_000_000_000,
    poRequired: false,
    active: false,
    group,
    addresses: Array.from({ length: 20 }, (_, k) => ({
      id: long(64, k),
      name: smile.repeat(100),
      lines: Array.from({ length: 4 }, () => smile.repeat(80)),
      postcode: smile.repeat(20),
      city: smile.repeat(80),
      country: smile.repeat(60),
    })),
  }))
  const answer = await done(workspace.put('/customers', { customers }))
  expect(answer).toEqual({ created: 100, updated: 0 })
  const body = JSON.stringify({ customers }).replaceAll(smile, '\\ud83d\\ude00')
  expect(await service.call('PUT', '/customers', { key: workspace.key, body })).toEqual(
    refusal(413, 'payload_too_large'),
  )
})
