import type { Generated } from 'kysely'
import type { ImageStatus } from './column-values.ts'

export type ImageTables = {
  product_image: {
    workspace_id: string
    product_id: string
    /** The last URL that was sent. */
    source_url: string | null
    status: ImageStatus
    requested_at: Date
    /** When the next attempt is due. A claim moves it on, so that a copy that was cut off is tried again. */
    due_at: Date
    attempts: Generated<number>
    failure: string | null
  }
  product_picture: {
    workspace_id: string
    product_id: string
    /** 0 for the image of the product. There may be gaps. */
    place: number
    digest: string
  }
  image: {
    workspace_id: string
    digest: string
    width: number
    height: number
    bytes: number
    created_at: Date
    unused_since: Date | null
    removing: Generated<boolean>
  }
  image_source: {
    workspace_id: string
    url_digest: string
    digest: string
    etag: string | null
    last_modified: string | null
    checked_at: Date
  }
  image_secret: { workspace_id: string; secret: Uint8Array }
}
