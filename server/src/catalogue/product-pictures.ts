import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { ImageStatus } from '../database/column-values.ts'
import { NotFound, quoted } from '../errors.ts'
import { isUuid } from '../lib/uuid.ts'
import { shownPictures } from './shown-images.ts'
import type { ShownImage } from './shown-images.ts'

/** The pictures of a product in their order, and how far the next copy of its image has come. */
export type ProductPictures = {
  status: 'none' | ImageStatus
  /** The last URL that was sent for its image. */
  sourceUrl: string | null
  /** Why the last attempt to copy it failed. */
  failure: string | null
  /** When it is tried again, while it is queued after a failure. */
  nextAttemptAt: string | null
  /** The first one is its image. */
  pictures: ShownImage[]
}

type Row = { status: ImageStatus | null; sourceUrl: string | null; failure: string | null; dueAt: Date | null }

/** Throws NotFound for a product that is not there. */
export async function readProductPictures(context: WorkspaceContext, { id }: { id: string }): Promise<ProductPictures> {
  const { db, workspaceId } = context
  const { rows } = isUuid(id)
    ? await sql<Row>`
      select i.status, i.source_url as "sourceUrl", i.failure, i.due_at as "dueAt"
      from product p
      left join product_image i on i.workspace_id = ${workspaceId} and i.product_id = p.id
      where p.workspace_id = ${workspaceId} and p.id = ${id}`.execute(db)
    : { rows: [] }
  const [row] = rows
  if (!row) throw new NotFound(`There is no product with the id ${quoted(id)}.`)
  const { status, sourceUrl, failure, dueAt } = row
  return {
    status: status ?? 'none',
    sourceUrl,
    failure,
    nextAttemptAt: status === 'queued' && failure !== null ? dueAt!.toISOString() : null,
    pictures: (await shownPictures(context, [id])).get(id) ?? [],
  }
}
