import { tmpdir } from 'node:os'
import { join, dirname } from 'node:path'
import type { ImagesConfig, ImageBucketConfig } from '../../config.ts'
import type { ImageLibrary, ImageStore, ImageSize } from '../../context.ts'
import { ProcessDecoder } from './image-decoder.ts'
import { randomUUID } from 'node:crypto'
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { fileName } from './image-path.ts'
import { AwsClient } from 'aws4fetch'

/** Images in a folder, spread over 256 folders by the beginning of their digest. */
export class FolderStore implements ImageStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** A file gets its name when it is whole and synced to disk. */
  async write(digest: string, size: ImageSize, bytes: Uint8Array): Promise<void> {
    const file = this.#pathOf(digest, size)
    const partial = `${file}.${randomUUID()}.partial`
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    try {
      await using handle = await open(partial, 'wx', 0o600)
      await handle.writeFile(bytes)
      await handle.sync()
      await rename(partial, file)
    } catch (error) {
      await rm(partial, { force: true })
      throw error
    }
  }

  async read(digest: string, size: ImageSize): Promise<Uint8Array | null> {
    return readFile(this.#pathOf(digest, size)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
  }

  async has(digest: string, size: ImageSize): Promise<boolean> {
    return access(this.#pathOf(digest, size)).then(
      () => true,
      () => false,
    )
  }

  async remove(digest: string, size: ImageSize): Promise<void> {
    await rm(this.#pathOf(digest, size), { force: true })
  }

  #pathOf(digest: string, size: ImageSize): string {
    return join(this.#folder, digest.slice(0, 2), fileName(digest, size))
  }
}

/** For one request, in milliseconds. */
const TIMEOUT_MS = 30_000

/** The bucket did not do what it was asked. The message has its answer, and no credentials. */
class BucketError extends Error {}

/** Images in a bucket of S3 or a compatible service. */
class BucketStore implements ImageStore {
  readonly #bucket: ImageBucketConfig
  readonly #client: AwsClient

  constructor(bucket: ImageBucketConfig) {
    this.#bucket = bucket
    const { accessKeyId, secretAccessKey, sessionToken, region } = bucket
    this.#client = new AwsClient({
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
      retries: 2,
      ...(sessionToken && { sessionToken }),
    })
  }

  async write(digest: string, size: ImageSize, bytes: Uint8Array): Promise<void> {
    const headers = { 'content-type': 'image/webp', 'content-length': String(bytes.length) }
    await this.#request('PUT', digest, size, { body: bytes as Uint8Array<ArrayBuffer>, headers })
  }

  async read(digest: string, size: ImageSize): Promise<Uint8Array | null> {
    const response = await this.#request('GET', digest, size)
    return response && new Uint8Array(await response.arrayBuffer())
  }

  async has(digest: string, size: ImageSize): Promise<boolean> {
    return (await this.#request('HEAD', digest, size)) !== null
  }

  async remove(digest: string, size: ImageSize): Promise<void> {
    await this.#request('DELETE', digest, size)
  }

  /** Null where the bucket has no such file. Throws BucketError for any other refusal. */
  async #request(method: string, digest: string, size: ImageSize, init: RequestInit = {}): Promise<Response | null> {
    const { endpoint, bucket } = this.#bucket
    const url = `${endpoint}/${encodeURIComponent(bucket)}/${fileName(digest, size)}`
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await this.#client.fetch(url, { ...init, method, signal }).catch((error: Error) => {
      throw new BucketError(`The bucket for images does not answer: ${error.message}.`, { cause: error })
    })
    if (response.ok) return response
    const text = await response.text()
    const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1]
    if (response.status === 404 && code !== 'NoSuchBucket') return null
    throw new BucketError(`The bucket for images answered with ${response.status}${code ? ` ${code}` : ''}.`)
  }
}

/** Where images are kept. Opens nothing yet. */
export function imageStore({ keep }: Pick<ImagesConfig, 'keep'>): ImageStore {
  return 'folder' in keep ? new FolderStore(keep.folder) : new BucketStore(keep)
}

type OpenImages = ImageLibrary & { close: () => Promise<void> }

/** What a serving process needs to copy, take and show images. `close` ends its decoder. */
export function openImages(config: ImagesConfig): OpenImages {
  const decoder = new ProcessDecoder()
  // On the same disk as the images, as the system's folder for temporary files may be memory.
  const parent = 'folder' in config.keep ? config.keep.folder : tmpdir()
  const incoming = join(parent, 'incoming')
  const { gigabytesPerWorkspace } = config
  return { store: imageStore(config), decoder, incoming, gigabytesPerWorkspace, close: () => decoder.close() }
}
