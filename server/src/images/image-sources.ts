import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { SourceVersion } from './fetch-image.ts'

/** What a URL held when it was last asked. */
export type KnownSource = SourceVersion & { digest: string; checkedAt: Date }

/** What is known of a URL, unless its image is being removed. */
export async function findSource({ db, workspaceId }: WorkspaceContext, url: string): Promise<KnownSource | undefined> {
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

export async function rememberSource(
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
