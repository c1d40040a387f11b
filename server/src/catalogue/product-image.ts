import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { ImageStatus } from '../database/column-values.ts'
import { NotFound, quoted } from '../errors.ts'
import { imagePath } from '../images/image-path.ts'
import { isUuid } from '../uuid.ts'

/** An image as pages show it: paths of its two sizes, and the pixels of the large one. */
export type ShownImage = { digest: string; small: string; large: string; width: number; height: number }

/** The image of a product, and how far the next one has come. */
export type ProductImage = {
  status: 'none' | ImageStatus
  /** The last URL that was sent for it. */
  sourceUrl: string | null
  /** Why the last attempt to copy it failed. */
  failure: string | null
  /** When it is tried again, while it is queued after a failure. */
  nextAttemptAt: string | null
  shown: ShownImage | null
}

type Row = {
  status: ImageStatus | null
  sourceUrl: string | null
  failure: string | null
  dueAt: Date | null
  digest: string | null
  width: number | null
  height: number | null
}

/** Throws NotFound for a product that is not there. */
export async function readProductImage(
  { db, workspaceId }: WorkspaceContext,
  { id }: { id: string },
): Promise<ProductImage> {
  const { rows } = isUuid(id)
    ? await sql<Row>`
      select i.status, i.source_url as "sourceUrl", i.failure, i.due_at as "dueAt", m.digest, m.width, m.height
      from product p
      left join product_image i on i.workspace_id = ${workspaceId} and i.product_id = p.id
      left join image m on m.workspace_id = ${workspaceId} and m.digest = i.digest
      where p.workspace_id = ${workspaceId} and p.id = ${id}`.execute(db)
    : { rows: [] }
  const [row] = rows
  if (!row) throw new NotFound(`There is no product with the id ${quoted(id)}.`)
  const { status, sourceUrl, failure, dueAt, digest, width, height } = row
  return {
    status: status ?? 'none',
    sourceUrl,
    failure,
    nextAttemptAt: status === 'queued' && failure !== null ? dueAt!.toISOString() : null,
    shown: digest === null ? null : { digest, ...pathsOf(digest), width: width!, height: height! },
  }
}

export function pathsOf(digest: string): Pick<ShownImage, 'small' | 'large'> {
  return { small: imagePath(digest, 320), large: imagePath(digest, 1280) }
}
