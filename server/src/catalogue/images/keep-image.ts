import { createHmac, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { IMAGE_SIZES } from '../../context.ts'
import type { DecodeOptions, ImageLibrary, WorkspaceContext } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { Unavailable } from '../../errors.ts'
import { ImageProblem } from './image-problem.ts'

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
export async function keepImage(
  context: WorkspaceContext,
  images: ImageLibrary,
  file: string,
  options: DecodeOptions = {},
): Promise<string> {
  const { store, decoder } = images
  const digest = await imageDigest(context, file)
  if (await isKept(context, store, digest)) return digest
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
export async function isKept(
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
