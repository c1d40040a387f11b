import { join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { restoreBackup } from '../../server/src/ops/backup/restore-backup.ts'
import { restoreImages } from '../../server/src/ops/backup/restore-images.ts'
import { writeBackup } from '../../server/src/ops/backup/write-backup.ts'
import type { ImageStore } from '../../server/src/context.ts'
import { FolderStore } from '../../server/src/catalogue/images/open-images.ts'
import { runOperation } from '../../server/src/ops/all-operations.ts'
import { checkImages } from '../../server/src/ops/doctor/database.ts'
import { item, send } from '../given/given.ts'
import { useImageHost } from '../given/image-host.ts'
import { picture } from '../given/picture-files.ts'
import { imageOf, useCopier } from '../given/use-copier.ts'
import { useOwnService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { useTemporaryFolder } from '../given/temporary-folder.ts'

const engine = inject('engine').name === 'pglite' ? 'embedded' : 'postgres'
const folder = useTemporaryFolder()
const service = useOwnService()
const host = useImageHost()
const images = useCopier(service, host)
let workspace: TestWorkspace
let [one, other] = ['', '']
let files = 0

beforeAll(async () => {
  workspace = await service.workspace()
  await send(workspace, [
    item({ sku: 'ONE', imageUrl: host.put('/one', await picture()) }),
    item({ sku: 'OTHER', imageUrl: host.put('/other', await picture('png', { background: '#3c3' })) }),
  ])
  await images.copy(workspace)
  one = (await imageOf(workspace, 'ONE')).digest!
  other = (await imageOf(workspace, 'OTHER')).digest!
})

async function backUp(from?: ImageStore) {
  const file = join(folder, `${++files}.backup`)
  const target = { file, engine, onTable: () => {}, signal: new AbortController().signal } as const
  return writeBackup(service.context, { ...target, images: from })
}

const elsewhere = () => new FolderStore(join(folder, `elsewhere-${++files}`))

test('a backup says which images belong to it, and carries them where that is asked for', async () => {
  expect((await backUp()).images).toEqual({ belonging: 2, carried: 0, missing: 0 })
  const { file, images: carried } = await backUp(images.library.store)
  expect(carried).toEqual({ belonging: 2, carried: 2, missing: 0 })
  const restored = await restoreBackup(service.context, { file, replace: true })
  expect(restored).toMatchObject({ imageFiles: 6 })
  const store = elsewhere()
  expect(await restoreImages(store, file)).toEqual({ written: 6, missing: [] })
  for (const digest of [one, other]) {
    const bytes = await Promise.all([store, images.library.store].map((kept) => kept.read(digest, 1280)))
    expect(Buffer.compare(bytes[0]!, bytes[1]!)).toBe(0)
  }
})

test('a restore says which images are missing, and they are copied once more from their URLs', async () => {
  const { file } = await backUp()
  await images.library.store.remove(one, 320)
  expect(await checkImages(service.context, images.library.store)).toMatchObject([
    { status: 'warning', message: '1 of 2 images are not where this machine keeps images.' },
  ])
  expect((await backUp(images.library.store)).images).toEqual({ belonging: 2, carried: 1, missing: 1 })
  const { written, missing } = await restoreImages(images.library.store, file)
  expect({ written, missing }).toEqual({ written: 0, missing: [{ workspaceId: workspace.id, digests: [one] }] })
  expect(await runOperation(service.context, 'images recopy', missing[0]!)).toEqual({ queued: 1 })
  await images.copy(workspace)
  expect(await imageOf(workspace, 'ONE')).toMatchObject({ status: 'copied', digest: one })
  expect((await restoreImages(images.library.store, file)).missing).toEqual([])
  expect(await checkImages(service.context, images.library.store)).toMatchObject([{ status: 'ok' }])
})
