import type { CustomFetch } from 'openid-client'
import type { Actor } from './database/column-values.ts'
import type { Database } from './database/tables.ts'
import type { Role } from './shared/rights.ts'

/** The dependencies of every verb. Tests override any part of it. */
export type Context = {
  db: Database
  /** Connections for the admission of requests only, so that admission never waits for queries; `db` without it. */
  admissionDb?: Database
  /** The current time. */
  clock: () => Date
  /** Called after each transaction, for jobs that do what it has left to them. */
  written?: () => void
  /** Where images are kept, and what decodes them; only for verbs that read or write images. */
  images?: ImageLibrary
  /**
   * Signing in with a company's account: the provider of the deployment, and how providers are called. Without it,
   * nobody signs in so.
   */
  company?: CompanySignIn
  /** Where the pages are, for links; and whether mail is sent, or only kept in the outbox. */
  site?: { url: string; sendsMail: boolean }
}

/** What a verb needs to act in a workspace: the workspace, and the actor. */
export type WorkspaceContext = Context & {
  workspaceId: string
  actor: Actor
  /** The role of the member of the staff who asks. What others may is decided before. */
  role?: Role
  /** The member of the staff who asks, where they see and change only the customers whose contact they are. */
  heldTo?: string
  /** Changes whenever what the caller reads may change: what is cached of it includes this. Jobs have none. */
  state?: string
  /** Runs heavy work in a slot for it; without it, such work runs at once. */
  runQueued?: <T>(work: () => Promise<T>) => Promise<T>
  /**
   * Called first in each transaction: decides again whether the caller may write, and holds that access until it ends.
   * Throws what admission throws. Without it, nobody's access is in question, as for jobs.
   */
  holdAccess?: HoldAccess
}

export type HoldAccess = (trx: Database) => Promise<void>

/** A provider of the deployment; people of the domains sign in with it alone. */
export type CompanySignIn = {
  provider: { issuer: string; clientId: string; clientSecret: string; domains: string[] } | undefined
  fetch: CustomFetch
}

/** The sizes that images are kept in, by the longer side in pixels. */
export const IMAGE_SIZES = [320, 640, 1280] as const
export type ImageSize = (typeof IMAGE_SIZES)[number]

/** Files of images, each named by the image's digest and its size. They are written once and never changed. */
export interface ImageStore {
  write(digest: string, size: ImageSize, bytes: Uint8Array): Promise<void>
  /** Null for a file that is not there. */
  read(digest: string, size: ImageSize): Promise<Uint8Array | null>
  has(digest: string, size: ImageSize): Promise<boolean>
  remove(digest: string, size: ImageSize): Promise<void>
}

/** An image in all sizes, as WebP; width and height are of the largest. */
export type DecodedImage = { width: number; height: number; files: { size: ImageSize; bytes: Uint8Array }[] }

/** `urgent` goes first; `signal` ends it. */
export type DecodeOptions = { urgent?: boolean; signal?: AbortSignal }

export interface ImageDecoder {
  /** Decodes a file. Throws ImageProblem where it is no image, damaged or too large. */
  decode(owner: string, file: string, options?: DecodeOptions): Promise<DecodedImage>
}

export type ImageLibrary = {
  store: ImageStore
  decoder: ImageDecoder
  /** A folder for files that are not whole yet. */
  incoming: string
  /** Gigabytes (10⁹ bytes) of the images of one workspace, those included that nothing uses and that are still kept. */
  gigabytesPerWorkspace: number
}
