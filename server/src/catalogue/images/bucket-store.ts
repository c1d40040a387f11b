import { AwsClient } from 'aws4fetch'
import type { ImageBucketConfig } from '../../config.ts'
import type { ImageSize, ImageStore } from '../../context.ts'
import { fileName } from './image-path.ts'

/** For one request, in milliseconds. */
const TIMEOUT_MS = 30_000

/** The bucket did not do what it was asked. The message has its answer, and no credentials. */
class BucketError extends Error {}

/** Images in a bucket of S3 or a compatible service. */
export class BucketStore implements ImageStore {
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
