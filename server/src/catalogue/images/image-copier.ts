import { setTimeout } from 'node:timers/promises'
import type { Context, ImageLibrary } from '../../context.ts'
import { Limiter } from '../../lib/limiter.ts'
import { claimImage } from './claim-image.ts'
import type { ClaimedImage } from './claim-image.ts'
import { copyImage } from './copy-image.ts'
import type { FetchImage } from './fetch-image.ts'
import { postpone, bumpRevision } from './settle-image.ts'

/** Images in progress in a process, and of one workspace. */
const SLOTS = 8
const PER_WORKSPACE = 2
/** Workspaces that are worked on at a time: each has its workers in memory. */
const WORKSPACES = 1_000
/** How long a worker rests after an image whose host has asked to wait, in milliseconds: a whole queue may be of it. */
const POSTPONED_MS = 100
/** How often the pages of a workspace are told of copied and failed images at most, in milliseconds. */
const SHOW_EVERY_MS = 10_000
/** How long an image waits after an error of the service itself, such as an outage of the bucket, in milliseconds. */
const RETRY_MS = 60_000

const COPIER = { type: 'system', id: null, name: 'Image copy' } as const

/** Copies the queued images of workspaces, a few at a time. Workspaces take turns. */
export class ImageCopier {
  readonly #context: Context
  readonly #images: ImageLibrary
  readonly #fetch: FetchImage
  readonly #limiter = new Limiter({ slots: SLOTS })
  /** Hosts that have asked to wait, and until when. */
  readonly #pausedHosts = new Map<string, number>()
  readonly #stopping = new AbortController()
  /** Of the workspaces that are being worked on. */
  readonly #working = new Map<string, Promise<unknown>>()

  constructor(context: Context, images: ImageLibrary, fetch: FetchImage) {
    this.#context = context
    this.#images = images
    this.#fetch = fetch
  }

  /** How many more workspaces it can begin with. */
  get room(): number {
    return WORKSPACES - this.#working.size
  }

  /** Begins to copy the images of a workspace, unless it does already. `failed` is called for errors of the service. */
  start(workspaceId: string, failed: (error: unknown) => void): void {
    if (this.#working.has(workspaceId) || this.#stopping.signal.aborted) return
    const workers = Array.from({ length: PER_WORKSPACE }, () => this.#work(workspaceId, failed))
    const working = Promise.allSettled(workers).finally(() => this.#working.delete(workspaceId))
    this.#working.set(workspaceId, working)
  }

  /** Waits until nothing is due any more. */
  async idle(): Promise<void> {
    while (this.#working.size > 0) await Promise.all(this.#working.values())
  }

  /** Stops, and puts the images in progress back. */
  async close(): Promise<void> {
    this.#stopping.abort()
    await this.idle()
  }

  async #work(workspaceId: string, failed: (error: unknown) => void): Promise<void> {
    let [hasNews, shownAt] = [false, performance.now()]
    try {
      for (;;) {
        const changed = await this.#limiter.runEntered(workspaceId, () => this.#copyNext(workspaceId, failed))
        if (changed === null) return
        hasNews ||= changed
        // Another workspace may be waiting for its place.
        if (this.room === 0) return
        if (!hasNews || performance.now() - shownAt < SHOW_EVERY_MS) continue
        await bumpRevision(this.#context, workspaceId)
        ;[hasNews, shownAt] = [false, performance.now()]
      }
    } catch (error) {
      failed(error)
    } finally {
      if (hasNews) await bumpRevision(this.#context, workspaceId).catch(failed)
    }
  }

  /** Copies one image. Returns whether pages may show something new, and null where no image is due. */
  async #copyNext(workspaceId: string, failed: (error: unknown) => void): Promise<boolean | null> {
    if (this.#stopping.signal.aborted) return null
    const claimed = await claimImage(this.#context, workspaceId)
    return claimed && (await this.#copy(workspaceId, claimed, failed))
  }

  async #copy(workspaceId: string, claimed: ClaimedImage, failed: (error: unknown) => void): Promise<boolean> {
    const context = { ...this.#context, workspaceId, actor: COPIER }
    const { signal } = this.#stopping
    const host = URL.parse(claimed.url)?.host ?? ''
    const pausedMs = (this.#pausedHosts.get(host) ?? 0) - performance.now()
    if (pausedMs > 0) {
      await postpone(context, claimed, pausedMs)
      await setTimeout(POSTPONED_MS, undefined, { signal }).catch(() => {})
      return false
    }
    this.#pausedHosts.delete(host)
    try {
      const { isCopied, problem } = await copyImage(context, claimed, {
        images: this.#images,
        fetch: this.#fetch,
        signal,
      })
      if (problem && problem.waitMs > 0) this.#pausedHosts.set(host, performance.now() + problem.waitMs)
      return isCopied || problem !== undefined
    } catch (error) {
      if (!signal.aborted) failed(error)
      await postpone(context, claimed, signal.aborted ? 0 : RETRY_MS)
      return false
    }
  }
}
