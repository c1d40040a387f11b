import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { IMAGE_SIZES } from '../../context.ts'
import type { DecodedImage, DecodeOptions, ImageDecoder } from '../../context.ts'
import { orDiskFull } from '../../lib/disk-full.ts'
import { Limiter } from '../../lib/limiter.ts'
import { moduleUrl } from '../../lib/module-url.ts'
import type { DecodeReply, DecodeRequest } from './decode/decoder-process.ts'
import { ImageProblem } from './image-problem.ts'
import { refuseOtherTypes } from './image-type.ts'

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
