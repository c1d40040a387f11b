import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imageClient, guardedConnector } from '../../server/src/catalogue/images/fetch-image.ts'
import type { ImageProblem } from '../../server/src/catalogue/images/image-decoder.ts'
import { letThrough, startImageHost, useImageHost } from '../given/image-host.ts'
import type { ImageHost } from '../given/image-host.ts'
import { useTemporaryFolder } from '../given/temporary-folder.ts'

const host = useImageHost()
const folder = useTemporaryFolder()
/** Which addresses names have, and how often each was asked for. */
const names = new Map<string, string[]>()
const asked: string[] = []
let client: ReturnType<typeof imageClient>
let files = 0

async function resolve(name: string): Promise<string[]> {
  asked.push(name)
  return names.get(name) ?? []
}

beforeAll(() => {
  client = imageClient(letThrough(host.testHost, resolve))
})
afterAll(() => client.close())

async function fetched(url: string) {
  const file = join(folder, String(files++))
  await client.fetch(url, file, { signal: new AbortController().signal })
  return { bytes: readFileSync(file, 'utf8') }
}

async function problemOf(url: string): Promise<Pick<ImageProblem, 'message' | 'isTemporary'>> {
  const { name, message, isTemporary } = await fetched(url).then(
    () => expect.fail('It was fetched.'),
    (error: ImageProblem) => error,
  )
  expect(name).toBe('Error')
  return { message, isTemporary }
}

/** A server like the host, that is not let through. */
async function withNeighbour(work: (neighbour: ImageHost) => Promise<void>): Promise<void> {
  const neighbour = await startImageHost()
  try {
    await work(neighbour)
    expect(neighbour.requests).toEqual([])
  } finally {
    neighbour.close()
  }
}

describe('redirects', () => {
  test('five are followed, a sixth is not', async () => {
    for (let i = 1; i <= 6; i++) {
      host.put(`/to-${i}`, (_request, response) => void response.writeHead(302, { location: `/to-${i - 1}` }).end())
    }
    const last = host.put('/to-0', 'bytes')
    expect((await fetched(last.replace('to-0', 'to-5'))).bytes).toBe('bytes')
    expect(await problemOf(last.replace('to-0', 'to-6'))).toEqual({
      message: 'The address redirects more than 5 times.',
      isTemporary: false,
    })
  })

  test.each([
    ['http://localhost/a.jpg', 'Only https addresses are copied, not http://.'],
    ['file:///etc/passwd', 'Only https addresses are copied, not file://.'],
    ['https://169.254.169.254/latest/meta-data/', '169.254.169.254 is not on the public internet.'],
    ['https://0x7f000001/', '127.0.0.1 is not on the public internet.'],
    ['https://[::ffff:7f00:1]/', '::ffff:7f00:1 is not on the public internet.'],
    ['//2130706433/a.jpg', '127.0.0.1 is not on the public internet.'],
    ['https://a:b@localhost/', 'The address has a user name or a password in it.'],
  ])('one to %s is not followed', async (location, message) => {
    const url = host.put('/away', (_request, response) => void response.writeHead(301, { location }).end())
    expect(await problemOf(url)).toEqual({ message, isTemporary: false })
  })

  test.each([
    ['UTF-8', Buffer.from('/größe bild.jpg'), '/gr%C3%B6%C3%9Fe%20bild.jpg'],
    ['UTF-8 of another script', Buffer.from('/商品/Ω.jpg'), '/%E5%95%86%E5%93%81/%CE%A9.jpg'],
    ['percent-encoded UTF-8', Buffer.from('/gr%C3%B6%C3%9Fe.jpg'), '/gr%C3%B6%C3%9Fe.jpg'],
    ['Latin-1, which is no UTF-8', Buffer.from('/größe.jpg', 'latin1'), '/gr%C3%B6%C3%9Fe.jpg'],
  ])('one in raw bytes is followed: %s', async (_, location, path) => {
    const url = host.put('/raw', ({ socket }) => {
      const head = 'HTTP/1.1 302 Found\r\ncontent-length: 0\r\nconnection: close\r\nlocation: '
      socket.end(Buffer.concat([Buffer.from(head), location, Buffer.from('\r\n\r\n')]))
    })
    host.put(path, 'bytes')
    expect((await fetched(url)).bytes).toBe('bytes')
  })

  test('one to a name with an address in the own network is not followed', async () => {
    await withNeighbour(async ({ port }) => {
      names.set('inside.example', ['127.0.0.1'])
      const location = `https://inside.example:${port}/`
      const url = host.put('/in', (_request, response) => void response.writeHead(307, { location }).end())
      expect(await problemOf(url)).toEqual({
        message: 'inside.example is not on the public internet.',
        isTemporary: false,
      })
    })
  })
})

test('nothing is connected to that is not public, by whatever notation', async () => {
  await withNeighbour(async ({ port }) => {
    for (const notation of [
      '127.0.0.1',
      '0x7f000001',
      '2130706433',
      '127.1',
      '0177.0.0.1',
      '[::ffff:7f00:1]',
      '[::1]',
    ]) {
      expect((await problemOf(`https://${notation}:${port}/`)).message).toMatch(/is not on the public internet\.$/)
    }
    names.set('both.example', ['1.1.1.1', '127.0.0.1'])
    expect((await problemOf(`https://both.example:${port}/`)).message).toBe(
      'both.example is not on the public internet.',
    )
  })
})

test('a name is resolved once for a connection, so that it cannot lead elsewhere after it was judged', async () => {
  asked.length = 0
  names.set('rebinds.example', ['127.0.0.1'])
  await problemOf('https://rebinds.example/')
  expect(asked).toEqual(['rebinds.example'])
})

test('without the connector of the tests, the test host itself is refused', async () => {
  const strict = imageClient(guardedConnector(async () => ['127.0.0.1']))
  const url = host.put('/plain', 'bytes')
  await expect(strict.fetch(url, join(folder, 'never'), { signal: new AbortController().signal })).rejects.toThrow(
    'localhost is not on the public internet.',
  )
  await strict.close()
})

describe('what goes wrong is said in words for staff', () => {
  test.each([
    [404, 'The server localhost has no such image (404).'],
    [403, 'The server localhost does not give the image to everybody (403).'],
    [500, 'The server localhost answered with 500.'],
  ])('an answer of %i', async (status, message) => {
    const url = host.put('/status', (_request, response) => void response.writeHead(status).end())
    expect(await problemOf(url)).toEqual({ message, isTemporary: true })
  })

  test('a name without addresses', async () => {
    expect(await problemOf('https://nowhere.example/')).toEqual({
      message: 'There is no server named nowhere.example.',
      isTemporary: true,
    })
  })

  test('a connection that breaks', async () => {
    const url = host.put('/breaks', (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('bytes')
      setTimeout(() => response.destroy(), 20)
    })
    expect((await problemOf(url)).message).toMatch(/^The connection to localhost broke/)
  })

  test('more bytes than are taken, whether the server says so or not', async () => {
    const message = 'The image is larger than 20 MB.'
    const says = host.put('/says', (_request, response) => {
      response.writeHead(200, { 'content-length': String(21 * 1_048_576) }).flushHeaders()
    })
    expect(await problemOf(says)).toEqual({ message, isTemporary: false })
    const chunk = Buffer.alloc(1_048_576)
    const sends = host.put('/sends', (_request, response) => {
      const write = () => {
        while (!response.destroyed && response.write(chunk));
        response.once('drain', write)
      }
      write()
    })
    expect(await problemOf(sends)).toEqual({ message, isTemporary: false })
  })
})

describe('compressed though nobody asked for it', () => {
  test.each<[string, (bytes: string | Buffer) => Buffer]>([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    [' GZIP ', gzipSync],
    ['br', (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
    ['identity', Buffer.from],
  ])('%s is unpacked, and a bomb is refused', async (encoding, pack) => {
    const served = (path: string, bytes: Buffer) =>
      host.put(path, ({ headers }, response) => {
        expect(headers['accept-encoding']).toBe('identity')
        response.writeHead(200, { 'content-encoding': encoding }).end(bytes)
      })
    expect((await fetched(served('/packed', pack('bytes'.repeat(1_000))))).bytes).toBe('bytes'.repeat(1_000))
    expect(await problemOf(served('/bomb', pack(Buffer.alloc(21 * 1_048_576))))).toEqual({
      message: 'The image is larger than 20 MB.',
      isTemporary: false,
    })
  })

  test.each([
    ['gzip', 'The server localhost sends an image that cannot be unpacked.'],
    ['br', 'The server localhost sends an image that cannot be unpacked.'],
    ['zstd', 'The server localhost sends an image that cannot be unpacked.'],
    ['compress', 'The server sends the image compressed as “compress”, which is not read.'],
    ['gzip, gzip', 'The server sends the image compressed as “gzip, gzip”, which is not read.'],
    ['__proto__', 'The server sends the image compressed as “__proto__”, which is not read.'],
  ])('what is not %s says so', async (encoding, message) => {
    const url = host.put('/unreadable', (_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end('no such thing')
    })
    expect((await problemOf(url)).message).toBe(message)
  })
})

test('a fetch ends when the service stops', async () => {
  const url = host.put('/never', () => {})
  const stopping = new AbortController()
  const fetching = client.fetch(url, join(folder, 'stopped'), { signal: stopping.signal })
  setTimeout(() => stopping.abort(), 50)
  await expect(fetching).rejects.toThrow('aborted')
})
