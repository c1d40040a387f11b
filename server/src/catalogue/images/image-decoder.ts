import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile, open } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { IMAGE_SIZES } from '../../context.ts'
import type { DecodedImage, DecodeOptions, ImageDecoder, ImageStore } from '../../context.ts'
import { orDiskFull } from '../../lib/disk-full.ts'
import { Limiter } from '../../lib/limiter.ts'
import { moduleUrl } from '../../lib/module-url.ts'
import type { DecodeReply, DecodeRequest } from './decode/decoder-process.ts'

/** Why an image could not be copied or uploaded. The message is for staff. */
export class ImageProblem extends Error {
  /** Whether another attempt may succeed. */
  readonly isTemporary: boolean
  /** Milliseconds that the server of the image asked to wait. */
  readonly waitMs: number

  constructor(message: string, { isTemporary = false, waitMs = 0 } = {}) {
    super(message)
    this.isTemporary = isTemporary
    this.waitMs = waitMs
  }
}

const PROGRAM = moduleUrl('decode/decoder-process', import.meta)
/** The lowest priority: requests get the processor first. */
const NICE = 19
/** For one image, with the start of the process, in milliseconds. */
const TIMEOUT_MS = 60_000
/** How long an idle process is kept, in milliseconds. Its memory goes with it. */
const IDLE_MS = 10_000
/** Images that a process decodes before another one replaces it: memory of native code grows slowly. */
const MAX_IMAGES = 500
/** Memory that glibc keeps for each thread. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' }

/** Decodes images one at a time, in its own process. Owners take turns. */
export class ProcessDecoder implements ImageDecoder {
  readonly #limiter = new Limiter({ slots: 1 })
  #child: ChildProcess | undefined
  #decoded = 0
  #idle: NodeJS.Timeout | undefined
  #isClosed = false

  async decode(owner: string, file: string, { urgent = false, signal }: DecodeOptions = {}): Promise<DecodedImage> {
    await refuseOtherTypes(file)
    const decodeNow = async () => {
      signal?.throwIfAborted()
      const reply = await this.#ask(file, signal)
      if ('problem' in reply) throw orDiskFull(Object.assign(new ImageProblem(reply.problem), { code: reply.code }))
      const { width, height } = reply
      const files = await Promise.all(
        IMAGE_SIZES.map(async (size) => ({ size, bytes: await readFile(`${file}-${size}.webp`) })),
      )
      return { width, height, files }
    }
    return this.#limiter.runEntered(owner, decodeNow, { urgent })
  }

  /** Ends the process. What it decodes fails, and may be tried again. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#idle)
    await this.#end()
  }

  async #ask(file: string, signal: AbortSignal | undefined): Promise<DecodeReply> {
    if (this.#isClosed) throw crashed()
    clearTimeout(this.#idle)
    // Whatever ends the service may end an idle decoder first.
    if (hasEnded(this.#child)) this.#child = undefined
    this.#child ??= start()
    const child = this.#child
    const kill = () => child.kill('SIGKILL')
    const timeout = setTimeout(kill, TIMEOUT_MS)
    signal?.addEventListener('abort', kill)
    const settled = new AbortController()
    try {
      child.send({ file } satisfies DecodeRequest, () => {})
      const [reply] = (await Promise.race([
        once(child, 'message', settled),
        once(child, 'exit', settled).then(() => Promise.reject(crashed())),
      ])) as [DecodeReply]
      if (++this.#decoded >= MAX_IMAGES) await this.#end()
      return reply
    } catch (error) {
      await this.#end()
      throw error
    } finally {
      settled.abort()
      clearTimeout(timeout)
      signal?.removeEventListener('abort', kill)
      this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref()
    }
  }

  async #end(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    this.#decoded = 0
    if (!child || hasEnded(child)) return
    const exited = once(child, 'exit')
    child.ref()
    child.kill('SIGKILL')
    await exited
  }
}

function start(): ChildProcess {
  const child = fork(PROGRAM, { env: ENVIRONMENT, execArgv: ['--max-old-space-size=64'], stdio: 'ignore' })
  child.on('error', () => {})
  // The service may end while an idle decoder is there.
  child.unref()
  child.channel?.unref()
  if (child.pid !== undefined) {
    try {
      setPriority(child.pid, NICE)
    } catch {
      // It has ended already, which the next message shows.
    }
  }
  return child
}

function hasEnded(child: ChildProcess | undefined): boolean {
  return child !== undefined && (child.exitCode !== null || child.signalCode !== null)
}

/** Perhaps it was the machine that had no memory left. */
function crashed(): ImageProblem {
  return new ImageProblem('The image takes too much memory or time to decode.', { isTemporary: true })
}

/** Bytes that are enough to tell the type. */
const HEAD_LENGTH = 512

const KNOWN: ((head: Buffer) => boolean)[] = [
  (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (head) => head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
  (head) => head.toString('latin1', 4, 8) === 'ftyp' && /avif|avis/.test(head.toString('latin1', 8, 64)),
  (head) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6)),
]

/**
 * Judges a file by its first bytes, whatever its name or its server says. Throws ImageProblem for all but images of the
 * five types.
 */
async function refuseOtherTypes(file: string): Promise<void> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_LENGTH), 0, HEAD_LENGTH, 0)
  const head = buffer.subarray(0, bytesRead)
  if (KNOWN.some((matches) => matches(head))) return
  throw new ImageProblem(describeOther(head.toString('utf8').toLowerCase()))
}

function describeOther(head: string): string {
  const taken = 'Images can be JPEG, PNG, WebP, AVIF or GIF'
  if (head === '') return 'The file is empty.'
  if (head.includes('<svg')) return `The file is an SVG drawing. ${taken}.`
  if (/<!doctype html|<html/.test(head)) return `This is a web page, not an image. ${taken}.`
  return `The file is not an image of a known type. ${taken}.`
}

/** The longer side, in pixels. */
const SIDES = { png: 320, jpeg: 96 }

/**
 * An image for documents and mails, which cannot show WebP: a logo as PNG, which keeps what is transparent; a picture of
 * a product as a small JPEG. Null where its file is not there.
 */
export async function smallPicture(
  store: ImageStore,
  digest: string,
  format: keyof typeof SIDES,
): Promise<Buffer | null> {
  const bytes = await store.read(digest, 320)
  if (!bytes) return null
  // The library takes memory, which a service without pictures saves.
  const { default: sharp } = await import('sharp')
  const resized = sharp(bytes).resize({ width: SIDES[format], height: SIDES[format], fit: 'inside' })
  return (format === 'png' ? resized.png() : resized.flatten({ background: '#fff' }).jpeg()).toBuffer()
}
