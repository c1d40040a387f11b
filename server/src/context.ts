import type { Actor } from './database/column-values.ts'
import type { Database } from './database/tables.ts'

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
  /** Names what the caller sees of the workspace: of all of it, without one. */
  view?: string
  /** Keyset cursors of the workspace's lists; without them a page is found by counting. */
  cursors?: ListCursors
  /** Does what is dear when the workspace's turn comes; without it, at once. */
  inTurn?: <T>(work: () => Promise<T>) => Promise<T>
  /** How long a transaction waits for a lock, in milliseconds, before it ends with Unavailable; 10 s without it. */
  lockTimeoutMs?: number
}

/** Names those whose questions can be answered by one statement: who ask in one workspace, and see the same of it. */
export function audienceOf({ workspaceId, view = 'all' }: WorkspaceContext): string {
  return `${workspaceId} ${view}`
}

/** A keyset cursor: what a row is ordered by in a list, then its id. A search has steps, which come first. */
export type Cursor = { step?: number; key: string; id: string }

/** Keyset cursors of the lists of a workspace, as they stand at the moment of a request. A list is named by its filter. */
export interface ListCursors {
  /** The last known row of those that an offset skips, and how many rows the list has up to it; null before the first. */
  before(list: string, offset: number): { rows: number; cursor: Cursor | null }
  /** Keeps the cursor of the row with which the list has that many. */
  keep(list: string, rows: number, cursor: Cursor): void
  /** Keeps what is worth it of a page that follows the first `offset` rows. */
  keepPage(list: string, offset: number, length: number, cursorOf: (i: number) => Cursor): void
}
