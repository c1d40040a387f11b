import { createHash } from 'node:crypto'
import { z } from 'zod'
import { InvalidInput } from '../../errors.ts'

/** A time in microseconds, in UTC, such as 2026-12-01T06:00:00.000000Z. */
const Microseconds = z
  .string()
  .regex(/^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  .refine((time) => Number.isFinite(Date.parse(time)))

/** A place in an order by time, then by record. */
const Place = z.object({ at: Microseconds, id: z.uuid() })

export type Place = z.infer<typeof Place>

const FeedCursor = z.object({
  /** The database that its reader's records are of, and the feed. */
  of: z.string(),
  /** The last change of the workspace that its reader's records can be of: they are as they were when they were read. */
  seen: Microseconds,
  /** While all records are walked: the id of the last one; zeros before the first. Left out once changes are. */
  walked: z.uuid().optional(),
  /** The last change that was written. */
  written: Place,
  /** The last start or end of an agreed price. */
  timed: Place,
})

/** Where a reader of the feed is. Readers get it as a text without meaning. */
export type FeedCursor = z.infer<typeof FeedCursor>

/** The same, without what it belongs to. */
export type FeedPlace = Omit<FeedCursor, 'of' | 'seen'>

export function encodeCursor(cursor: FeedCursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** Throws InvalidInput for a text that is no cursor. */
export function decodeCursor(text: string): FeedCursor {
  try {
    return FeedCursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw new InvalidInput([{ path: 'cursor', message: 'Must be a `nextCursor` of this feed, or `start`.' }])
  }
}

/** What a cursor belongs to: a database as it was made or restored, a workspace, and a feed. */
export function ownerOf(database: string, workspaceId: string, feed: string): string {
  return createHash('sha256').update(`${database} ${workspaceId} ${feed}`).digest('base64url').slice(0, 16)
}

/** The place just before that one. */
export function placeBefore({ at, id }: Place): Place {
  const before = (BigInt(`0x${id.replaceAll('-', '')}`) - 1n).toString(16).padStart(32, '0')
  return { at, id: before.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') }
}

/** Before all records of a time, and behind them. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000'
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
