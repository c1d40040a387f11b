import fs, { readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ImageSize } from '../../server/src/context.ts'
import { DiskFull } from '../../server/src/lib/disk-full.ts'
import { readInThread } from '../../server/src/files/spreadsheets/files/take-file.ts'
import { useImageHost } from '../given/image-host.ts'
import { picture } from '../given/picture-files.ts'
import { imageOf, useCopier } from '../given/use-copier.ts'
import { useImageFolder } from '../given/use-image-folder.ts'
import { useOwnService } from '../given/service.ts'
import { givenPictures, upload } from '../given/pictures.ts'
import { expectDone, item, send } from '../given/given.ts'
import { importingStaff, uploadImport } from '../given/import.ts'

const FULL = 'The disk of the service is full, so no file can be taken. Try again later, or tell the operator.'

const { images, folder } = useImageFolder()
const service = useOwnService({ images, logLevel: 'silent' })
const host = useImageHost()
const copier = useCopier(service, host)

const noSpace = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })

/** Until the test is over, no file takes what contains these bytes. */
function failWritesOf(bytes: string | Buffer): void {
  const write = fs.write
  const failing = (...args: unknown[]) => {
    const [, data] = args
    if (!Buffer.isBuffer(data) || !data.includes(bytes)) return (write as (...all: unknown[]) => void)(...args)
    ;(args.at(-1) as (error: Error) => void)(noSpace())
  }
  const spy = vi.spyOn(fs, 'write').mockImplementation(failing as never)
  onTestFinished(() => void spy.mockRestore())
}

function failStore(): () => void {
  const { store } = images
  const spy = vi.spyOn(store, 'write').mockImplementation(async (_digest: string, size: ImageSize) => {
    if (size > 320) throw noSpace()
  })
  return () => spy.mockRestore()
}

const filesLeft = () => readdirSync(images.incoming)

test('a picture that the disk has no room for is refused with 503, leaves nothing, and is taken later', async () => {
  const { staff, path, digests } = await givenPictures(service)
  const body = await picture('png')
  const send = () => upload(service, staff, path, body)
  const mend = failStore()
  const refused = await send()
  expect([refused.status, refused.body.error]).toEqual([503, { code: 'unavailable', message: FULL }])
  expect(refused.headers.get('retry-after')).toBe('60')
  expect([await digests(), filesLeft()]).toEqual([[], []])
  mend()
  expectDone(await send())
  expect(await digests()).toHaveLength(1)

  failWritesOf(body.subarray(0, 64))
  expect((await send()).status).toBe(503)
  expect(filesLeft()).toEqual([])
})

test('a file to import that the disk has no room for is refused with 503, and leaves nothing', async () => {
  const { staff } = await importingStaff(service)
  failWritesOf('A-1,Plate')
  const refused = await uploadImport(service, staff, 'spring.csv', 'SKU,Name,Price,Unit\nA-1,Plate,1,each')
  expect([refused.status, refused.body.error]).toEqual([503, { code: 'unavailable', message: FULL }])
  expect(filesLeft()).toEqual([])
  expect((await staff.get('/imports')).body.data).toEqual([])
})

test('a copy that has no room waits, and is no failure of the image', async () => {
  const { workspace } = await givenPictures(service)
  await send(workspace, [item({ imageUrl: host.put('/plate.png', await picture('png')) })])
  const mend = vi.spyOn(copier.library.store, 'write').mockRejectedValue(noSpace())
  await expect(copier.copy(workspace)).rejects.toBeInstanceOf(DiskFull)
  mend.mockRestore()
  expect(await imageOf(workspace)).toMatchObject({ status: 'queued', failure: null, attempts: 0 })
  service.later()
  await copier.copy(workspace)
  expect(await imageOf(workspace)).toMatchObject({ status: 'copied' })
})

test.runIf(fs.existsSync('/dev/full'))('what threads and decoders cannot write is told as a full disk', async () => {
  const table = join(folder, 'table.csv')
  writeFileSync(table, 'SKU\nA-1')
  const task = { path: table, parts: '/dev/full', processorMs: 10_000 }
  await expect(readInThread(task)).rejects.toMatchObject({ code: 'ENOSPC' })
  const image = join(folder, 'image')
  writeFileSync(image, await picture('png'))
  symlinkSync('/dev/full', `${image}-320.webp`)
  await expect(images.decoder.decode('test', image)).rejects.toBeInstanceOf(DiskFull)
})
