import { setTimeout } from 'node:timers/promises'
import type { Context, ImageLibrary, WorkspaceContext } from '../../context.ts'
import { Limiter } from '../../lib/limiter.ts'
import type { FetchImage } from './fetch-image.ts'
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Updateable } from 'kysely'
import { within } from '../../database/rowset.ts'
import { ImageProblem } from './image-decoder.ts'
import { withIncomingFile } from '../../lib/incoming-file.ts'
import { isStored, storeImage } from './store-image.ts'
import type { Tables } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { putFirst } from './product-images.ts'

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

/** The pauses after each failed attempt, in milliseconds: five more attempts over a day. */
const MINUTE = 60_000
const PAUSES = [1, 10, 60, 6 * 60, 16 * 60].map((minutes) => minutes * MINUTE)
const MAX_ATTEMPTS = PAUSES.length + 1

/**
 * Gives a product its copied image. Returns false, and drops the copy, where another URL was sent meanwhile, or where
 * staff have replaced or removed the image.
 */
async function settleCopied(context: WorkspaceContext, claimed: ClaimedImage, digest: string): Promise<boolean> {
  return inTransaction(context, async (trx) => {
    const settled = await settle(trx, claimed, { status: 'copied', failure: null })
    if (settled) await putFirst(trx, claimed.productId, digest)
    return settled
  })
}

/** Plans the next attempt after a failure, or gives up after the last one, or where no other attempt can succeed. */
async function settleFailed(
  context: WorkspaceContext,
  claimed: ClaimedImage,
  { message, isTemporary, waitMs }: { message: string; isTemporary: boolean; waitMs: number },
): Promise<void> {
  const pause = isTemporary ? PAUSES[claimed.attempts - 1] : undefined
  if (pause === undefined) await settle(context, claimed, { status: 'failed', failure: message })
  else await settle(context, claimed, { due_at: after(context, Math.max(pause, waitMs)), failure: message })
}

/** Puts a claimed image back, as if it had not been claimed. */
async function postpone(context: WorkspaceContext, claimed: ClaimedImage, ms: number): Promise<void> {
  await settle(context, claimed, { due_at: after(context, ms), attempts: claimed.attempts - 1 })
}

async function settle(
  { db, workspaceId }: WorkspaceContext,
  { productId, url, requestedAt }: ClaimedImage,
  values: Updateable<Tables['product_image']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('product_image')
    .set(values)
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', productId)
    .where('status', '=', 'queued')
    .where('source_url', '=', url)
    .where('requested_at', '=', requestedAt)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function after({ clock }: WorkspaceContext, ms: number): Date {
  return new Date(clock().getTime() + ms)
}

/**
 * Raises the revision of a workspace, so that its pages are read anew after images were copied or have failed: their
 * entity tags follow from it.
 */
async function bumpRevision({ db }: Pick<Context, 'db'>, workspaceId: string): Promise<void> {
  await sql`
    update workspace_revision set revision = revision + 1, nonce = ${randomUUID()}
    where workspace_id = ${workspaceId}`.execute(db)
}

/** A source that was asked within this time is not asked again, in milliseconds: many products may share an image. */
const FRESH_MS = 10 * 60_000

type CopyOptions = { images: ImageLibrary; fetch: FetchImage; signal: AbortSignal }

/**
 * Copies a claimed image, and settles how it went. Returns the failure, if it failed, and whether the product has a new
 * image.
 */
async function copyImage(
  context: WorkspaceContext,
  claimed: ClaimedImage,
  options: CopyOptions,
): Promise<{ problem?: ImageProblem; isCopied: boolean }> {
  try {
    if (claimed.attempts > MAX_ATTEMPTS) throw new ImageProblem('The image could not be processed.')
    const digest = await currentImage(context, claimed.url, options)
    return { isCopied: await settleCopied(context, claimed, digest) }
  } catch (error) {
    if (!(error instanceof ImageProblem) || options.signal.aborted) throw error
    await settleFailed(context, claimed, error)
    return { problem: error, isCopied: false }
  }
}

/** The digest of the image that the URL leads to now. */
async function currentImage(
  context: WorkspaceContext,
  url: string,
  { images, fetch, signal }: CopyOptions,
): Promise<string> {
  const known = await findSource(context, url)
  if (known !== undefined && (await isStored(context, images.store, known))) return known
  const digest = await withIncomingFile(images, async (file) => {
    await fetch(url, file, { signal })
    return storeImage(context, images, file, { signal })
  })
  await rememberSource(context, url, digest)
  return digest
}

/** The digest of what a URL held just now, unless that image is being removed. */
async function findSource({ db, workspaceId, clock }: WorkspaceContext, url: string): Promise<string | undefined> {
  const source = await db
    .selectFrom('image_source as s')
    .innerJoin('image as i', (join) =>
      join.onRef('i.workspace_id', '=', 's.workspace_id').onRef('i.digest', '=', 's.digest'),
    )
    .select('s.digest')
    .where('s.workspace_id', '=', workspaceId)
    .where('s.url_digest', '=', urlDigest(url))
    .where(within(sql`s.checked_at`, FRESH_MS, clock()))
    .where('i.removing', '=', false)
    .executeTakeFirst()
  return source?.digest
}

async function rememberSource(
  { db, workspaceId, clock }: WorkspaceContext,
  url: string,
  digest: string,
): Promise<void> {
  await sql`
    insert into image_source (workspace_id, url_digest, digest, checked_at)
    values (${workspaceId}, ${urlDigest(url)}, ${digest}, ${clock()})
    on conflict (workspace_id, url_digest) do update
    set digest = excluded.digest, checked_at = excluded.checked_at`.execute(db)
}

/** URLs are too long for a key. */
function urlDigest(url: string): string {
  return createHash('sha256').update(url).digest('hex')
}

/** A claim ends after this time, in milliseconds: a process that was killed leaves no image behind. */
const LEASE_MS = 5 * 60_000
/** Comes before all ids. */
const FIRST = '00000000-0000-0000-0000-000000000000'

/** An image to copy. `requestedAt` and `url` tell whether it is still wanted when it has been copied. */
type ClaimedImage = { productId: string; url: string; requestedAt: Date; attempts: number }

/**
 * Workspaces that have images to copy now, by id: the first ones behind `after`. It reads one entry of the index of each
 * workspace, and none while nothing is queued.
 */
export async function workspacesWithDueImages(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { after = FIRST, limit }: { after?: string | undefined; limit: number },
): Promise<string[]> {
  const { rows: queued } = await sql`select 1 from product_image where status = 'queued' limit 1`.execute(db)
  if (queued.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select w.id from workspace w
    where w.id > ${after} and exists (
      select from product_image i where i.workspace_id = w.id and i.status = 'queued' and i.due_at <= ${clock()})
    order by w.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Claims the image of a workspace that has been due longest, and counts an attempt; null if none is due. Other
 * processes skip it meanwhile.
 */
export async function claimImage(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  workspaceId: string,
): Promise<ClaimedImage | null> {
  const now = clock()
  const { rows } = await sql<ClaimedImage>`
    with next as materialized (
      select product_id from product_image
      where workspace_id = ${workspaceId} and status = 'queued' and due_at <= ${now}
      order by due_at limit 1 for update skip locked)
    update product_image i set attempts = i.attempts + 1, due_at = ${new Date(now.getTime() + LEASE_MS)}
    where i.workspace_id = ${workspaceId} and i.product_id = (select product_id from next)
    returning i.product_id as "productId", i.source_url as url, i.requested_at as "requestedAt", i.attempts`.execute(db)
  return rows[0] ?? null
}
