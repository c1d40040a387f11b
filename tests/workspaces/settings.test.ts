import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { done, expectDone, invalidFields } from '../given/given.ts'
import { callAppApi } from '../given/app-api-calls.ts'
import { givenMember } from '../given/member.ts'

const service = useService()

async function givenOwner() {
  const workspace = await service.workspace()
  return { workspace, owner: await givenMember(service, workspace, 'owner') }
}

test('an owner changes name, tax wording and time zone, and the API shows it', async () => {
  const { workspace, owner } = await givenOwner()
  const { data: before } = (await owner.get('/settings')).body
  expect(before).toMatchObject({ name: 'Harbour Wholesale', currency: 'GBP', timezone: 'Europe/London' })
  const change = { ...before, name: ' Harbour & Vale ', taxLabel: 'plus VAT', timezone: 'europe/lisbon' }
  const answer = await done(owner.put('/settings', change))
  const after = { name: 'Harbour & Vale', taxLabel: 'plus VAT', timezone: 'Europe/Lisbon', slug: before.slug }
  expect(answer).toMatchObject(after)
  expect((await workspace.get('/workspace')).body.data).toMatchObject({ name: 'Harbour & Vale', taxLabel: 'plus VAT' })
  expect((await workspace.get('/activity')).body.data[0]).toMatchObject({
    action: 'workspace.update',
    actor: { type: 'staff', id: owner.id },
    changes: {
      name: { from: 'Harbour Wholesale', to: 'Harbour & Vale' },
      taxLabel: { from: 'ex VAT', to: 'plus VAT' },
      timezone: { from: 'Europe/London', to: 'Europe/Lisbon' },
    },
  })
})

test('the second of two editors is told, and nothing is overwritten', async () => {
  const { owner } = await givenOwner()
  const { data: seen } = (await owner.get('/settings')).body
  expectDone(await owner.put('/settings', { ...seen, name: 'First' }))
  const second = await owner.put('/settings', { ...seen, name: 'Second' })
  expect([second.status, second.body.error.code]).toEqual([409, 'conflict'])
  expect(second.body.error.message).toContain('Olive Owner')
  expect((await owner.get('/settings')).body.data.name).toBe('First')
})

test('a workspace moves to another address, unless that is taken', async () => {
  const { owner } = await givenOwner()
  const { owner: other } = await givenOwner()
  const { data: settings } = (await owner.get('/settings')).body
  const slug = `moved-${settings.slug}`.slice(0, 40)
  for (const wrong of ['ab', 'Upper', 'with space', 'x'.repeat(41), other.slug]) {
    expect(invalidFields(await owner.put('/settings', { ...settings, slug: wrong }))).toEqual(['slug'])
  }
  expectDone(await owner.put('/settings', { ...settings, slug }))
  expect((await owner.get('/settings')).status).toBe(404)
  const moved = await callAppApi(service, owner.token, 'GET', `/console/${slug}/settings`)
  expect(moved.body.data.slug).toBe(slug)
})

test('a time zone that does not exist is refused', async () => {
  const { owner } = await givenOwner()
  const { data: settings } = (await owner.get('/settings')).body
  for (const timezone of ['Europe/Nowhere', '+02:00', ' ']) {
    expect(invalidFields(await owner.put('/settings', { ...settings, timezone }))).toEqual(['timezone'])
  }
})

test('a key is shown once, works at once, shows its last use, and is revoked', async () => {
  const { owner } = await givenOwner()
  const { id, key } = await done(owner.post('/keys', { name: 'Night sync', scope: 'write' }))
  const listed = async () => (await owner.get('/keys')).body.data.find((listed: { id: string }) => listed.id === id)
  expect(await listed()).toMatchObject({ name: 'Night sync', scope: 'write', lastUsedAt: null, revokedAt: null })
  expect((await service.call('GET', '/workspace', { key })).status).toBe(200)
  expect((await listed()).lastUsedAt).not.toBe(null)
  expect(JSON.stringify((await owner.get('/keys')).body)).not.toContain(key)
  expectDone(await owner.delete(`/keys/${id}`))
  expect((await service.call('GET', '/workspace', { key })).status).toBe(401)
})

test('a key of another workspace cannot be revoked, and a demo has none', async () => {
  const { owner } = await givenOwner()
  const { workspace } = await givenOwner()
  expect((await owner.delete(`/keys/${workspace.keyId}`)).status).toBe(404)
  expectDone(await workspace.get('/workspace'))
  const demo = await givenMember(service, await service.workspace({ plan: 'demo' }), 'owner')
  const refused = await demo.post('/keys', { name: 'Key', scope: 'read' })
  expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_request'])
})
