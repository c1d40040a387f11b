import type { Kysely } from 'kysely'
import type { ListBookmarks } from './catalogue/bookmarks.ts'
import type { Tables } from './database/tables.ts'

/** The database, or the transaction that is open on it: a verb runs its statements on whichever it is given. */
export type Database = Kysely<Tables>

/** Who does something: shown in the activity, as it was called at that moment. */
export type Actor = { type: (typeof ACTOR_TYPES)[number]; id: string | null; name: string }

export const ACTOR_TYPES = ['key', 'staff', 'buyer', 'operator', 'system'] as const

/** What every verb may use. Tests override any part of it. */
export type Context = {
  db: Database
  /** On which requests are admitted, so that they do not queue behind those that are answered; `db` without it. */
  admissionDb?: Database
  /** The time now. */
  clock: () => Date
}

/** What a verb needs to act in a workspace: the one it reads and writes, and who is acting. */
export type WorkspaceContext = Context & {
  workspaceId: string
  actor: Actor
  /** Known places in the workspace's lists, as they stand; without them a page is found by counting. */
  bookmarks?: ListBookmarks
  /** Does what is dear when the workspace's turn comes; without it, at once. */
  inTurn?: <T>(work: () => Promise<T>) => Promise<T>
  /** How long a transaction waits for a lock, in milliseconds, before it ends with Unavailable; 10 s without it. */
  lockTimeoutMs?: number
}
