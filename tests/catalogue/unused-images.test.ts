import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { deleteProduct } from '../../server/src/catalogue/product-writes.ts'
import { updateProduct } from '../../server/src/catalogue/edit-product.ts'
import type { ImageStore } from '../../server/src/context.ts'
import { sweepImages, sweepIncoming } from '../../server/src/catalogue/images/store-image.ts'
import { item, send } from '../given/given.ts'
import { useImageHost } from '../given/image-host.ts'
import { picture } from '../given/picture-files.ts'
import { imageOf, useCopier, withImage } from '../given/use-copier.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'

const DAY = 86_400_000

const service = useService()
const host = useImageHost()
const images = useCopier(service, host)
const sweep = ({ id }: TestWorkspace, store: ImageStore = images.library.store) =>
  sweepImages(images.context(), { ...images.library, store }, id)

let url: string
let workspace: TestWorkspace
let digest: string
const isStored = async () => images.library.store.has(digest, 320)

beforeEach(async () => {
  url = host.put('/image', await picture())
  workspace = await withImage(service, url)
  await images.copy(workspace)
  digest = (await imageOf(workspace)).digest!
})

test('an image stays as long as a product has it', async () => {
  await sweep(workspace)
  service.later(30 * DAY)
  expect(await sweep(workspace)).toBe(0)
  expect(await isStored()).toBe(true)
})

test.each([
  ['was removed', () => updateProduct(workspace.context, { sku: 'DEN-1042', clear: ['image'] })],
  ['went with its product', () => deleteProduct(workspace.context, { sku: 'DEN-1042' })],
  [
    'was replaced',
    async () => {
      await send(workspace, [item({ imageUrl: host.put('/next', await picture('png')) })])
      await images.copy(workspace)
    },
  ],
])('an image that %s is removed after a week', async (_how, lose) => {
  await lose()
  await sweep(workspace)
  service.later(6.9 * DAY)
  expect(await sweep(workspace)).toBe(0)
  expect(await isStored()).toBe(true)
  service.later(0.2 * DAY)
  expect(await sweep(workspace)).toBe(1)
  expect(await isStored()).toBe(false)
  expect(await sweep(workspace)).toBe(0)
})

test('an image that is used again within the week stays', async () => {
  await updateProduct(workspace.context, { sku: 'DEN-1042', clear: ['image'] })
  await sweep(workspace)
  service.later(6 * DAY)
  await send(workspace, [item({ sku: 'OTHER', imageUrl: url })])
  await images.copy(workspace)
  service.later(6 * DAY)
  expect(await sweep(workspace)).toBe(0)
  expect((await imageOf(workspace, 'OTHER')).digest).toBe(digest)
  expect(await isStored()).toBe(true)
})

test('an image that is wanted while it is being removed is kept once more afterwards', async () => {
  await updateProduct(workspace.context, { sku: 'DEN-1042', clear: ['image'] })
  await sweep(workspace)
  service.later(8 * DAY)
  await send(workspace, [item({ sku: 'OTHER', imageUrl: url })])
  let wanted = 0
  const wantsInBetween: ImageStore = {
    ...storeMethods(images.library.store),
    remove: async (...file) => {
      if (wanted++ === 0) await expect(images.copy(workspace)).rejects.toThrow('This image is being removed.')
      await images.library.store.remove(...file)
    },
  }
  expect(await sweep(workspace, wantsInBetween)).toBe(1)
  expect(await isStored()).toBe(false)
  expect((await imageOf(workspace, 'OTHER')).status).toBe('queued')
  service.later(1 * DAY)
  await images.copy(workspace)
  expect((await imageOf(workspace, 'OTHER')).digest).toBe(digest)
  expect(await isStored()).toBe(true)
})

test('a removal that was cut off is finished by the next one', async () => {
  await updateProduct(workspace.context, { sku: 'DEN-1042', clear: ['image'] })
  await sweep(workspace)
  service.later(8 * DAY)
  const failing = {
    ...storeMethods(images.library.store),
    remove: () => Promise.reject(new Error('The disk is away.')),
  }
  await expect(sweep(workspace, failing)).rejects.toThrow('The disk is away.')
  expect(await sweep(workspace)).toBe(1)
  expect(await isStored()).toBe(false)
})

test('files of copies that were cut off are removed after an hour', async () => {
  const { incoming } = images.library
  mkdirSync(incoming, { recursive: true })
  const [old, recent] = [join(incoming, 'old'), join(incoming, 'recent')]
  for (const file of [old, recent]) writeFileSync(file, 'bytes')
  utimesSync(old, new Date(), new Date(Date.now() - 2 * 3_600_000))
  await sweepIncoming(images.library)
  expect([existsSync(old), existsSync(recent)]).toEqual([false, true])
})

function storeMethods(store: ImageStore): ImageStore {
  return {
    write: (...file) => store.write(...file),
    read: (...file) => store.read(...file),
    has: (...file) => store.has(...file),
    remove: (...file) => store.remove(...file),
  }
}
