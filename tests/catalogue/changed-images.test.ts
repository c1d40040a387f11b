import { expect, test } from 'vitest'
import { updateProduct } from '../../server/src/catalogue/edit-product.ts'
import { item, send } from '../given/given.ts'
import { useImageHost } from '../given/image-host.ts'
import { picture } from '../given/picture-files.ts'
import { imageOf, useCopier, withImage } from '../given/use-copier.ts'
import { useService } from '../given/service.ts'

const HOUR = 3_600_000

const service = useService()
const host = useImageHost()
const images = useCopier(service, host)

test('the old one stays until the new one is whole', async () => {
  const workspace = await withImage(service, host.put('/old', await picture()))
  await images.copy(workspace)
  const { digest } = await imageOf(workspace)
  await send(workspace, [item({ imageUrl: host.put('/new', 'no image') })])
  expect(await imageOf(workspace)).toMatchObject({ status: 'queued', digest })
  await images.copy(workspace)
  expect(await imageOf(workspace)).toMatchObject({ status: 'failed', digest })
  await send(workspace, [item({ imageUrl: host.put('/newest', await picture('jpeg', { background: '#3c3' })) })])
  await images.copy(workspace)
  const after = await imageOf(workspace)
  expect(after.status).toBe('copied')
  expect(after.digest).not.toBe(digest)
})

test('the same URL again is not fetched again, and one that comes back is what it holds by then', async () => {
  const url = host.put('/back', await picture())
  const workspace = await withImage(service, url)
  await images.copy(workspace)
  const { digest } = await imageOf(workspace)
  host.requests.length = 0
  await send(workspace, [item({ imageUrl: url })])
  await images.copy(workspace)
  expect(host.requests).toEqual([])

  const comesBack = async () => {
    await send(workspace, [item({ imageUrl: host.put('/between', await picture('png')) })])
    await images.copy(workspace)
    service.later(HOUR)
    await send(workspace, [item({ imageUrl: url })])
    await images.copy(workspace)
    return imageOf(workspace)
  }
  expect(await comesBack()).toMatchObject({ status: 'copied', digest })
  host.put('/back', await picture('jpeg', { background: '#33c' }))
  expect((await comesBack()).digest).not.toBe(digest)
})

test('a copy is dropped whose URL was replaced meanwhile', async () => {
  const workspace = await service.workspace()
  const first = await picture('jpeg', { background: '#111' })
  const next = host.put('/replacement', 'no image')
  const slow = host.put('/slow', async (_request, response) => {
    service.later(1)
    await send(workspace, [item({ imageUrl: next })])
    response.end(first)
  })
  await send(workspace, [item({ imageUrl: slow })])
  await images.copy(workspace)
  expect(await imageOf(workspace)).toMatchObject({ source_url: next, status: 'failed', digest: null })
})

test('one that staff have removed does not come back with the next sync, but another one is copied', async () => {
  const url = host.put('/unwanted', await picture())
  const workspace = await withImage(service, url)
  await images.copy(workspace)
  await updateProduct(workspace.context, { sku: 'DEN-1042', clear: ['image'] })
  await send(workspace, [item({ imageUrl: url })])
  await images.copy(workspace)
  expect(await imageOf(workspace)).toMatchObject({ status: 'removed', digest: null })
  await send(workspace, [item({ imageUrl: host.put('/wanted', await picture()) })])
  await images.copy(workspace)
  expect((await imageOf(workspace)).status).toBe('copied')
})
