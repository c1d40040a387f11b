import type { ColumnType } from 'kysely'
import type { ImageStatus } from './column-values.ts'

type ProductImageTable = {
  workspace_id: string
  product_id: string
  /** The last URL that was sent. */
  source_url: string | null
  status: ImageStatus
  requested_at: Date
  /** When the next attempt is due. A claim moves it on, so that a copy that was cut off is tried again. */
  due_at: ColumnType<Date, Date, Date>
  attempts: ColumnType<number, number | undefined, number>
  failure: string | null
  digest: string | null
}

type ImageTable = {
  workspace_id: string
  digest: string
  width: number
  height: number
  bytes: number
  created_at: Date
  unused_since: Date | null
  removing: ColumnType<boolean, boolean | undefined, boolean>
}

type ImageSourceTable = {
  workspace_id: string
  url_digest: string
  digest: string
  etag: string | null
  last_modified: string | null
  checked_at: Date
}

export type ImageTables = {
  product_image: ProductImageTable
  image: ImageTable
  image_source: ImageSourceTable
  image_secret: { workspace_id: string; secret: Uint8Array }
}
