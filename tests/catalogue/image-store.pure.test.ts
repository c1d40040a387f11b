import { readdirSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImageStore } from '../../server/src/context.ts'
import { parseFileName } from '../../server/src/catalogue/images/image-path.ts'
import { imageStore } from '../../server/src/catalogue/images/open-images.ts'
import { useTemporaryFolder } from '../given/temporary-folder.ts'

const DIGEST = '0123456789abcdef0123456789abcdef'
const OTHER = 'fedcba9876543210fedcba9876543210'
const folder = useTemporaryFolder()
/** The credentials that the S3 server knows. */
const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', sessionToken: undefined }
const BUCKET = { bucket: 'images', region: 'us-east-1', endpoint: '', ...CREDENTIALS }

const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 'buckets'),
  configureBuckets: [{ name: 'images', configs: [] }],
})

beforeAll(async () => {
  const { port } = (await server.run()) as AddressInfo
  BUCKET.endpoint = `http://127.0.0.1:${port}`
})
afterAll(() => server.close())

const store = (keep: { folder: string } | typeof BUCKET): ImageStore => imageStore({ keep })

describe.each([
  ['a folder', () => store({ folder: join(folder, 'kept') })],
  ['a bucket of S3', () => store(BUCKET)],
])('%s', (_name, open) => {
  test('keeps what is written, each size by itself, until it is removed', async () => {
    const images = open()
    const [large, small] = [Buffer.from('large \u0000\ufffd'), Buffer.from('small')]
    expect(await images.read(DIGEST, 1280)).toBeNull()
    expect(await images.has(DIGEST, 1280)).toBe(false)
    await images.write(DIGEST, 1280, large)
    await images.write(DIGEST, 320, small)
    expect(Buffer.from((await images.read(DIGEST, 1280))!)).toEqual(large)
    expect(Buffer.from((await images.read(DIGEST, 320))!)).toEqual(small)
    expect(await images.has(DIGEST, 320)).toBe(true)
    expect(await images.read(OTHER, 320)).toBeNull()

    await images.write(DIGEST, 320, small)
    await images.remove(DIGEST, 320)
    await images.remove(DIGEST, 320)
    expect(await images.has(DIGEST, 320)).toBe(false)
    expect(await images.has(DIGEST, 1280)).toBe(true)
  })

  test('keeps a large file whole, also when it is written twice at once', async () => {
    const images = open()
    const bytes = Buffer.alloc(3_000_000, 'abcdefg')
    await Promise.all([images.write(OTHER, 1280, bytes), images.write(OTHER, 1280, bytes)])
    expect(Buffer.compare((await images.read(OTHER, 1280))!, bytes)).toBe(0)
  })
})

test('files in the folder are for its owner only, and none is left half written', async () => {
  const kept = join(folder, 'private')
  await store({ folder: kept }).write(DIGEST, 320, Buffer.from('bytes'))
  const files = readdirSync(join(kept, '01'))
  expect(files).toEqual([`${DIGEST}-320.webp`])
  expect(statSync(join(kept, '01', files[0]!)).mode & 0o777).toBe(0o600)
})

describe('a bucket that refuses', () => {
  test.each([
    ['a wrong secret', { secretAccessKey: 'wrong' }, 'The bucket for images answered with 403 SignatureDoesNotMatch.'],
    ['an unknown key', { accessKeyId: 'unknown' }, 'The bucket for images answered with 403 InvalidAccessKeyId.'],
    ['no bucket', { bucket: 'elsewhere' }, 'The bucket for images answered with 404 NoSuchBucket.'],
  ])('%s is told, and never taken for a missing image', async (_name, wrong, message) => {
    const images = store({ ...BUCKET, ...wrong })
    await expect(images.write(DIGEST, 320, Buffer.from('bytes'))).rejects.toThrow(message)
    await expect(images.read(DIGEST, 320)).rejects.toThrow(message)
  })

  test('a server that is away is told without its secrets', async () => {
    const images = store({ ...BUCKET, endpoint: 'http://127.0.0.1:1' })
    await expect(images.read(DIGEST, 320)).rejects.toThrow('The bucket for images does not answer')
  })
})

test('a name that is no image cannot be asked for', () => {
  expect(parseFileName(`${DIGEST}-320.webp`)).toEqual({ digest: DIGEST, size: 320 })
  const others = ['', '../../etc/passwd', `${DIGEST}-641.webp`, `${DIGEST.toUpperCase()}-320.webp`, `${DIGEST}-320.png`]
  expect(others.map(parseFileName)).toEqual(others.map(() => null))
})
