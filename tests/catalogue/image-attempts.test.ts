import { expect, test } from 'vitest'
import { claimImage } from '../../server/src/catalogue/images/image-copier.ts'
import { item, send, sendItems } from '../given/given.ts'
import { useImageHost } from '../given/image-host.ts'
import { picture } from '../given/picture-files.ts'
import { imageOf, useCopier, withImage } from '../given/use-copier.ts'
import { useService } from '../given/service.ts'

const HOUR = 3_600_000

const service = useService()
const host = useImageHost()
const images = useCopier(service, host)

test('a source that does not answer is asked six times within about a day, then the copy has failed', async () => {
  const workspace = await withImage(
    service,
    host.put('/away-today', (_request, response) => void response.writeHead(503).end()),
  )
  const began = service.time.now.getTime()
  host.requests.length = 0
  for (let hours = 0; (await imageOf(workspace)).status === 'queued'; hours++) {
    expect(hours).toBeLessThan(40)
    await images.copy(workspace)
    const { due_at } = await imageOf(workspace)
    if (due_at > service.time.now) service.time.now = due_at
  }
  expect(host.requests).toHaveLength(6)
  const took = service.time.now.getTime() - began
  expect(took).toBeGreaterThan(20 * HOUR)
  expect(took).toBeLessThan(28 * HOUR)
  expect(await imageOf(workspace)).toMatchObject({
    status: 'failed',
    failure: 'The server localhost answered with 503.',
  })
})

test('staff see why it is tried again, and a source that comes back is copied', async () => {
  const workspace = await withImage(
    service,
    host.put('/back', (_request, response) => void response.writeHead(404).end()),
  )
  await images.copy(workspace)
  const failure = 'The server localhost has no such image (404).'
  expect(await imageOf(workspace)).toMatchObject({ status: 'queued', failure, attempts: 1 })
  host.put('/back', await picture())
  await images.copy(workspace)
  expect(await imageOf(workspace)).toMatchObject({ status: 'queued' })
  service.later(HOUR)
  await images.copy(workspace)
  expect(await imageOf(workspace)).toMatchObject({ status: 'copied', failure: null })
})

test('a copy that was cut off by the end of its process is done by another one later', async () => {
  const workspace = await withImage(service, host.put('/cut-off', await picture()))
  expect(await claimImage(service.context, workspace.id)).toMatchObject({ attempts: 1 })
  await images.copy(workspace)
  expect((await imageOf(workspace)).status).toBe('queued')
  service.later(HOUR)
  await images.copy(workspace)
  expect((await imageOf(workspace)).status).toBe('copied')
})

test('a workspace with few images does not wait for one with many, on the same host either', async () => {
  const bytes = await picture()
  const [large, small] = [await service.workspace(), await service.workspace()]
  await sendItems(large, 12, (i) => ({
    imageUrl: host.put(`/many-${i}`, Buffer.concat([bytes, Buffer.from(String(i))])),
  }))
  await send(small, [item({ imageUrl: host.put('/few', Buffer.concat([bytes, Buffer.from('few')])) })])
  host.requests.length = 0
  const copying = images.copy(large)
  await expect.poll(() => host.requests.length).toBeGreaterThan(0)
  const trying = () => {
    images.start(small)
    service.later(3_000)
    return host.requests.some(({ path }) => path === '/few')
  }
  await expect.poll(trying).toBe(true)
  await copying
  expect(host.requests.findIndex(({ path }) => path === '/few')).toBeLessThan(11)
})

test('a host gets no requests while it asks to wait', async () => {
  const workspace = await service.workspace()
  const busy = host.put('/busy', (_request, response) => {
    response.writeHead(429, { 'retry-after': '120' }).end()
  })
  await send(workspace, [item({ imageUrl: busy })])
  await images.copy(workspace)
  expect((await imageOf(workspace)).due_at.getTime() - service.time.now.getTime()).toBe(120_000)
  await send(workspace, [item({ sku: 'OTHER', imageUrl: host.put('/also-busy', await picture()) })])
  host.requests.length = 0
  await images.copy(workspace)
  expect(host.requests).toEqual([])
  expect(await imageOf(workspace, 'OTHER')).toMatchObject({ status: 'queued', attempts: 0 })
})
