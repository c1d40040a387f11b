import { createHmac, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, readdir, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { IMAGE_SIZES } from '../../context.ts'
import type { DecodeOptions, ImageLibrary, WorkspaceContext, Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { invalidField, InvalidRequest, Unavailable } from '../../errors.ts'
import { ImageProblem } from './image-decoder.ts'
import type { Readable } from 'node:stream'
import { withIncomingFile } from '../../lib/incoming-file.ts'
import { join } from 'node:path'
import { writeBody } from '../../lib/write-body.ts'

const SECRET_BYTES = 32
const GB = 1_000_000_000
/** Of the digest in hexadecimal: 128 bits. */
const LENGTH = 32
/** What a digest also depends on: it changes with the way in which files are made of an image. */
const VERSION = 'webp-1'

/**
 * Decodes a file and keeps its image in all sizes, unless it is kept already. Returns its digest. No product has it
 * yet: if it stays so, it is removed after a week. Throws ImageProblem where the file is no image that can be taken, or
 * the workspace has no room for it, and Unavailable where the image is being removed at this moment. Do not call it in
 * a transaction.
 */
export async function storeImage(
  context: WorkspaceContext,
  images: ImageLibrary,
  file: string,
  options: DecodeOptions = {},
): Promise<string> {
  const { store, decoder } = images
  const digest = await imageDigest(context, file)
  if (await isStored(context, store, digest)) return digest
  try {
    const { width, height, files } = await decoder.decode(context.workspaceId, file, options)
    const bytes = files.reduce((sum, { bytes: { length } }) => sum + length, 0)
    // The row comes first: files without a row would never be removed.
    await insertUnused(context, images, { digest, width, height, bytes })
    for (const { size, bytes: content } of files) await store.write(digest, size, content)
    return digest
  } finally {
    await Promise.all(IMAGE_SIZES.map((size) => rm(`${file}-${size}.webp`, { force: true })))
  }
}

/** Whether the image is kept, in all sizes. If nothing uses it, it stays for another week. */
export async function isStored(
  context: WorkspaceContext,
  store: ImageLibrary['store'],
  digest: string,
): Promise<boolean> {
  const { rows } = await inTransaction(context, ({ db, workspaceId, clock }) =>
    sql`
      update image set unused_since = case when unused_since is not null then ${clock()}::timestamptz end
      where workspace_id = ${workspaceId} and digest = ${digest} and not removing
      returning digest`.execute(db),
  )
  if (rows.length === 0) return false
  const there = await Promise.all(IMAGE_SIZES.map((size) => store.has(digest, size)))
  return there.every(Boolean)
}

async function insertUnused(
  context: WorkspaceContext,
  { gigabytesPerWorkspace }: ImageLibrary,
  { digest, width, height, bytes }: { digest: string; width: number; height: number; bytes: number },
): Promise<void> {
  const now = context.clock()
  const { rows } = await inTransaction(context, async (trx) => {
    const { db, workspaceId } = trx
    if ((await bytesOfOthers(trx, digest)) + bytes > gigabytesPerWorkspace * GB) throw noRoom(gigabytesPerWorkspace)
    return sql`
      insert into image (workspace_id, digest, width, height, bytes, created_at, unused_since)
      values (${workspaceId}, ${digest}, ${width}, ${height}, ${bytes}, ${now}, ${now})
      on conflict (workspace_id, digest) do update
      set unused_since = case when image.unused_since is not null then excluded.unused_since end
      where not image.removing
      returning digest`.execute(db)
  })
  if (rows.length === 0) throw new Unavailable('This image is being removed. Try again in a minute.', 60)
}

/** Bytes of all other images. Locks, so that images that are added at once count each other. 100,000 take 30 ms. */
async function bytesOfOthers({ db, workspaceId }: WorkspaceContext, digest: string): Promise<number> {
  await sql`select from image_secret where workspace_id = ${workspaceId} for no key update`.execute(db)
  const { rows } = await sql<{ bytes: string | null }>`
    select sum(bytes) as bytes from image where workspace_id = ${workspaceId} and digest <> ${digest}`.execute(db)
  return Number(rows[0]!.bytes)
}

function noRoom(gigabytes: number): ImageProblem {
  return new ImageProblem(
    `The pictures of this workspace take all of their ${gigabytes} GB, those included that were removed within the ` +
      'last week. Remove pictures that you do not need, and try again in a week; or ask the operator of the service ' +
      'for more.',
  )
}

/**
 * The name of an image: a digest of the bytes that were received, keyed by a secret of the workspace. The same image
 * has the same name within the workspace. Whoever has the image, but has not been shown its name here, cannot compute
 * it.
 */
async function imageDigest(context: WorkspaceContext, file: string): Promise<string> {
  const hmac = createHmac('sha256', await secretOf(context)).update(VERSION)
  await pipeline(createReadStream(file), hmac)
  return (hmac.read() as Buffer).toString('hex').slice(0, LENGTH)
}

async function secretOf(context: WorkspaceContext): Promise<Uint8Array> {
  const { workspaceId } = context
  const find = () =>
    context.db.selectFrom('image_secret').select('secret').where('workspace_id', '=', workspaceId).executeTakeFirst()
  const found = await find()
  if (found) return found.secret
  await inTransaction(context, ({ db }) =>
    sql`insert into image_secret (workspace_id, secret) values (${workspaceId}, ${randomBytes(SECRET_BYTES)})
      on conflict (workspace_id) do nothing`.execute(db),
  )
  return (await find())!.secret
}

/**
 * Keeps an image that is uploaded, and returns its digest. Throws InvalidInput for what is no image that can be taken,
 * and InvalidRequest where none are kept.
 */
export async function storeUpload(context: WorkspaceContext, body: Readable): Promise<string> {
  const { images } = context
  if (!images) throw new InvalidRequest('This service keeps no images.')
  try {
    return await withIncomingFile(images, async (file) => {
      await receiveImage(body, file)
      return storeImage(context, images, file, { urgent: true })
    })
  } catch (error) {
    if (error instanceof ImageProblem) throw invalidField('image', error.message)
    throw error
  }
}

/** How long an image is kept that no product has, in milliseconds. */
const KEEP_UNUSED_MS = 7 * 86_400_000
/** Images that a run removes from a workspace; the next run goes on. */
const MAX_REMOVED = 1_000
/** Files of a copy that was cut off are removed after this time, in milliseconds. */
const MAX_INCOMING_MS = 3_600_000

/**
 * Removes the images of a workspace that nothing has used for a week. Returns how many.
 *
 * A row is marked before its files are removed, and deleted after them. In between, no product can take the image
 * (`storeImage`). A run that is cut off is finished by the next one.
 */
export async function sweepImages(context: Context, { store }: ImageLibrary, workspaceId: string): Promise<number> {
  await markUnused(context, workspaceId)
  const removed = await markRemoving(context, workspaceId)
  for (const digest of removed) {
    for (const size of IMAGE_SIZES) await store.remove(digest, size)
    await context.db
      .deleteFrom('image')
      .where('workspace_id', '=', workspaceId)
      .where('digest', '=', digest)
      .where('removing', '=', true)
      .execute()
  }
  return removed.length
}

async function markUnused({ db, clock }: Context, workspaceId: string): Promise<void> {
  await sql`
    update image i set unused_since = ${clock()}
    where i.workspace_id = ${workspaceId} and i.unused_since is null and ${isUnused(workspaceId)}`.execute(db)
}

async function markRemoving({ db, clock }: Context, workspaceId: string): Promise<string[]> {
  const { rows } = await sql<{ digest: string }>`
    update image i set removing = true
    where i.workspace_id = ${workspaceId} and i.digest in (
      select digest from image
      where workspace_id = ${workspaceId} and unused_since < ${new Date(clock().getTime() - KEEP_UNUSED_MS)}
      order by unused_since limit ${sql.lit(MAX_REMOVED)})
      and i.unused_since is not null and ${isUnused(workspaceId)}
    returning i.digest`.execute(db)
  return rows.map(({ digest }) => digest)
}

/** No product has the image, `i`, and it is not the logo of the portal. */
function isUnused(workspaceId: string): RawBuilder<boolean> {
  return sql`not exists (
    select from product_picture p where p.workspace_id = ${workspaceId} and p.digest = i.digest)
    and not exists (select from portal_settings s where s.workspace_id = ${workspaceId} and s.logo = i.digest)`
}

/** The workspaces that keep images. It reads one entry of the index of each workspace. */
export async function workspacesWithImages({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from workspace w where exists (select from image i where i.workspace_id = w.id)`.execute(db)
  return rows.map(({ id }) => id)
}

/** Removes what killed processes have left in the folder for files that are not whole. */
export async function sweepIncoming({ incoming }: ImageLibrary): Promise<void> {
  for (const name of await readdir(incoming).catch(() => [])) {
    const file = join(incoming, name)
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }))
    if (mtimeMs < Date.now() - MAX_INCOMING_MS) await rm(file, { force: true })
  }
}

/** In bytes. */
const MAX_IMAGE_BYTES = 20 * 1_048_576

/** Writes a body to a new file. Throws ImageProblem for one that is too large, whatever length was declared. */
export async function receiveImage(
  body: Readable,
  file: string,
  { declaredBytes = 0, signal }: { declaredBytes?: number; signal?: AbortSignal } = {},
): Promise<void> {
  if (declaredBytes > MAX_IMAGE_BYTES) throw tooLarge()
  await writeBody(body, file, { maxBytes: MAX_IMAGE_BYTES, tooLarge, signal })
}

function tooLarge(): ImageProblem {
  return new ImageProblem(`The image is larger than ${MAX_IMAGE_BYTES / 1_048_576} MB.`)
}
