import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ImageLibrary, WorkspaceContext } from '../../context.ts'
import { isWithin } from '../../database/within.ts'
import type { ClaimedImage } from './claim-image.ts'
import type { FetchImage, SourceVersion } from './fetch-image.ts'
import { ImageProblem } from './image-problem.ts'
import { withIncomingFile } from '../../lib/incoming-file.ts'
import { isKept, keepImage } from './keep-image.ts'
import { MAX_ATTEMPTS, settleCopied, settleFailed } from './settle-image.ts'

/** A source that was asked within this time is not asked again, in milliseconds: many products may share an image. */
const FRESH_MS = 10 * 60_000

type CopyOptions = { images: ImageLibrary; fetch: FetchImage; signal: AbortSignal }

/**
 * Copies a claimed image, and settles how it went. Returns the failure, if it failed, and whether the product has a new
 * image.
 */
export async function copyImage(
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
async function currentImage(context: WorkspaceContext, url: string, options: CopyOptions): Promise<string> {
  const found = await findSource(context, url)
  const known = found && (await isKept(context, options.images.store, found.digest)) ? found : undefined
  if (known && isWithin(known.checkedAt, FRESH_MS, context.clock())) return known.digest
  const { digest, ...version } = await fetchAndKeep(context, url, known, options)
  await rememberSource(context, url, { digest, ...version })
  return digest
}

function fetchAndKeep(
  context: WorkspaceContext,
  url: string,
  known: KnownSource | undefined,
  { images, fetch, signal }: CopyOptions,
) {
  return withIncomingFile(images, async (file) => {
    const { unchanged, ...version } = await fetch(url, file, { known, signal })
    return {
      ...version,
      digest: unchanged && known ? known.digest : await keepImage(context, images, file, { signal }),
    }
  })
}

/** What a URL held when it was last asked. */
type KnownSource = SourceVersion & { digest: string; checkedAt: Date }

/** What is known of a URL, unless its image is being removed. */
async function findSource({ db, workspaceId }: WorkspaceContext, url: string): Promise<KnownSource | undefined> {
  return db
    .selectFrom('image_source as s')
    .innerJoin('image as i', (join) =>
      join.onRef('i.workspace_id', '=', 's.workspace_id').onRef('i.digest', '=', 's.digest'),
    )
    .select(['s.digest', 's.etag', 's.last_modified as lastModified', 's.checked_at as checkedAt'])
    .where('s.workspace_id', '=', workspaceId)
    .where('s.url_digest', '=', urlDigest(url))
    .where('i.removing', '=', false)
    .executeTakeFirst()
}

async function rememberSource(
  { db, workspaceId, clock }: WorkspaceContext,
  url: string,
  { digest, etag, lastModified }: SourceVersion & { digest: string },
): Promise<void> {
  await sql`
    insert into image_source (workspace_id, url_digest, digest, etag, last_modified, checked_at)
    values (${workspaceId}, ${urlDigest(url)}, ${digest}, ${etag}, ${lastModified}, ${clock()})
    on conflict (workspace_id, url_digest) do update
    set digest = excluded.digest, etag = excluded.etag, last_modified = excluded.last_modified,
      checked_at = excluded.checked_at`.execute(db)
}

/** URLs are too long for a key. */
function urlDigest(url: string): string {
  return createHash('sha256').update(url).digest('hex')
}
