import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { sendItems } from '../given/given.ts'
import { useImageHost } from '../given/image-host.ts'
import { picture } from '../given/picture-files.ts'
import { imageOf, imagesBySku, useCopier, withImage } from '../given/use-copier.ts'
import { useService } from '../given/service.ts'

const service = useService()
const host = useImageHost()
const images = useCopier(service, host)

describe('an image is kept', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('from %s, in three sizes of WebP', async (format) => {
    const workspace = await withImage(
      service,
      host.put(`/of-${format}`, await picture(format, { width: 2000, height: 1000 })),
    )
    await images.copy(workspace)
    const { status, digest } = await imageOf(workspace)
    expect(status).toBe('copied')
    const sizes = [1280, 640, 320] as const
    const files = await Promise.all(sizes.map((size) => images.library.store.read(digest!, size)))
    const found = await Promise.all(files.map((file) => sharp(file!).metadata()))
    expect(found.map(({ format, width, height }) => ({ format, width, height }))).toEqual([
      { format: 'webp', width: 1280, height: 640 },
      { format: 'webp', width: 640, height: 320 },
      { format: 'webp', width: 320, height: 160 },
    ])
    const row = await workspace.context.db
      .selectFrom('image')
      .select(['width', 'height', 'bytes', 'unused_since'])
      .where('workspace_id', '=', workspace.id)
      .executeTakeFirst()
    const bytes = files.reduce((sum, file) => sum + file!.length, 0)
    expect(row).toEqual({ width: 1280, height: 640, bytes, unused_since: null })
  })

  test('upright, in the colours of the screen, and without what cameras write into it', async () => {
    const photo = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#c33' } })
      .jpeg()
      .withExif({ IFD0: { Artist: 'Secret Name' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const workspace = await withImage(service, host.put('/turned', photo))
    await images.copy(workspace)
    const bytes = await images.library.store.read((await imageOf(workspace)).digest!, 1280)
    const { width, height, exif, icc } = await sharp(bytes!).metadata()
    expect({ width, height, exif, icc }).toEqual({ width: 300, height: 600, exif: undefined, icc: undefined })
  })

  test('under a name that nobody can compute who has the image, and that differs between workspaces', async () => {
    const url = host.put('/shared', await picture())
    const [one, other] = [await withImage(service, url), await withImage(service, url)]
    await images.copy(one)
    await images.copy(other)
    const names = [await imageOf(one), await imageOf(other)].map(({ digest }) => digest!)
    expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)])
    expect(names[0]).not.toBe(names[1])
  })

  test('once for all products that have it, and fetched once', async () => {
    const workspace = await service.workspace()
    const url = host.put('/placeholder', await picture())
    await sendItems(workspace, 20, () => ({ imageUrl: url }))
    host.requests.length = 0
    await images.copy(workspace)
    const found = [...(await imagesBySku(workspace)).values()]
    expect(new Set(found.map(({ status, digest }) => `${status} ${digest}`)).size).toBe(1)
    // Two are copied at a time, so the first two may both ask.
    expect(host.requests.length).toBeLessThanOrEqual(2)
  })

  test('with nothing left over of its download', async () => {
    const workspace = await withImage(service, host.put('/tidy', await picture()))
    await images.copy(workspace)
    expect(readdirSync(images.library.incoming)).toEqual([])
  })
})

describe('what is no image that can be taken fails at once, with a reason', () => {
  test.each([
    ['a web page', async () => '<!DOCTYPE html><html>', /^This is a web page, not an image\./],
    ['a drawing', async () => '<svg xmlns="http://www.w3.org/2000/svg"/>', /^The file is an SVG drawing\./],
    ['nothing', async () => '', /^The file is empty\.$/],
    ['a PDF', async () => '%PDF-1.7', /^The file is not an image of a known type\./],
    ['half an image', async () => (await picture()).subarray(0, 700), /^The image is damaged\.$/],
    [
      'more than 50 megapixels in a few bytes',
      () => picture('png', { width: 8_000, height: 6_300 }),
      /^The image has more than 50 megapixels\.$/,
    ],
  ])('%s', async (name, bytes, reason) => {
    const workspace = await withImage(service, host.put(`/not/${encodeURIComponent(name)}`, await bytes()))
    await images.copy(workspace)
    expect(await imageOf(workspace)).toMatchObject({ status: 'failed', failure: expect.stringMatching(reason) })
  })

  test('an address in the own network', async () => {
    const workspace = await withImage(service, 'https://169.254.169.254/latest/meta-data/')
    await images.copy(workspace)
    expect(await imageOf(workspace)).toMatchObject({
      status: 'failed',
      failure: '169.254.169.254 is not on the public internet.',
    })
  })
})
