import { expect, test } from 'vitest'
import { createKey } from '../../server/src/workspaces/keys.ts'
import { useService } from '../given/service.ts'
import { done, expectDone, invalidFields, item, send } from '../given/given.ts'
import { givenMember } from '../given/member.ts'
import { move, orderingShop, place } from '../given/order.ts'

const service = useService()

/**
 * On the day when the clocks go forward in London: entries at 23:30 on the 28th, and at 00:30 and 23:30 on the 29th.
 */
async function entriesAroundMidnight() {
  service.time.now = new Date('2026-03-28T09:00:00Z')
  const workspace = await service.workspace()
  const staff = await givenMember(service, workspace, 'manager')
  for (const [at, sku] of [
    ['2026-03-28T23:30:00Z', 'BEFORE'],
    ['2026-03-29T00:30:00Z', 'EARLY'],
    ['2026-03-29T22:30:00Z', 'LATE'],
    ['2026-03-29T23:30:00Z', 'AFTER'],
  ] as const) {
    service.time.now = new Date(at)
    await send(workspace, [item({ sku })])
  }
  const labels = async (query: string) =>
    (await done(staff.get(`/activity?${query}`))).map((entry: any) => entry.subject.label)
  return { workspace, staff, labels }
}

test('days are those of the workspace’s time zone, the first and the last one included', async () => {
  const { labels } = await entriesAroundMidnight()
  expect(await labels('what=product')).toEqual(['AFTER', 'LATE', 'EARLY', 'BEFORE'])
  expect(await labels('what=product&from=2026-03-29&to=2026-03-29')).toEqual(['LATE', 'EARLY'])
  expect(await labels('what=product&to=2026-03-28')).toEqual(['BEFORE'])
  expect(await labels('what=product&from=2026-03-30')).toEqual(['AFTER'])
  expect(await labels('from=2031-01-01')).toEqual([])
})

test('a day that is none is refused', async () => {
  const { staff } = await entriesAroundMidnight()
  expect(invalidFields(await staff.get('/activity?from=2026-02-30&to=yesterday&before=1'))).toEqual([
    'before',
    'from',
    'to',
  ])
})

test('the activity is filtered by who did it and to what, and pages without a gap', async () => {
  const { workspace } = await orderingShop(service)
  const staff = await givenMember(service, workspace, 'manager')
  const { id } = await place(workspace)
  expectDone(await staff.patch(`/orders/${id}`, { status: 'confirmed', seen: 'new' }))
  expectDone(await move(service, workspace, id, { status: 'dispatched' }))
  const actions = async (query: string) =>
    (await staff.get(`/activity?${query}`)).body.data.map((entry: any) => entry.action)
  expect((await actions(`what=${id}`)).toSorted()).toEqual(['order.confirm', 'order.dispatch', 'order.place'])
  expect(await actions(`who=${staff.id}`)).toEqual(['order.confirm'])
  expect(await actions('who=key&what=order')).toEqual(['order.dispatch'])
  expect(await actions('what=order.place')).toEqual(['order.place'])
  expect(await actions('who=operator&what=order')).toEqual(['order.place'])

  const all = await actions('')
  const paged: string[] = []
  for (let before: string | null = ''; before !== null;) {
    const { body } = await staff.get(`/activity?limit=2&before=${before}`)
    paged.push(...body.data.map((entry: any) => entry.action))
    before = body.before
  }
  expect(paged).toEqual(all)
})

test('the people and keys to choose from are those that did something, each once with the latest name', async () => {
  const { workspace } = await orderingShop(service)
  const staff = await givenMember(service, workspace, 'manager', { name: 'Tom Ashby' })
  await createKey(workspace.context, { name: 'Never used', scope: 'read' })
  for (const name of ['Tom Ashby', 'Tom A. Ashby']) {
    service.later(1_000)
    const { id } = await place({
      ...workspace,
      context: { ...workspace.context, clock: () => service.time.now, actor: { type: 'staff', id: staff.id, name } },
    })
    expect(id).toBeDefined()
  }
  const { data } = (await staff.get('/activity/actors')).body
  expect(data).toEqual([
    { type: 'key', id: workspace.keyId, name: 'ERP sync' },
    { type: 'staff', id: staff.id, name: 'Tom A. Ashby' },
  ])
})
