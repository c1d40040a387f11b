import { sql } from 'kysely'
import type { Context, WorkspaceContext } from '../context.ts'
import type { FailedCall } from '../database/column-values.ts'
import type { Database } from '../database/tables.ts'
import { NotFound, quoted } from '../errors.ts'

/** Of each key. */
const MOST = 100
const LONGEST_PATH = 200
/** In milliseconds. */
const WAITS = 5_000

export type CountedKey = { workspaceId: string; id: string }

/**
 * The last failed calls of each key. They wait in memory for some seconds, and are one row a key. So a key that floods the
 * service costs one small write every few seconds, and calls that succeed cost none.
 */
export class FailedCalls {
  readonly #db: Database
  readonly #waiting = new Map<string, CountedKey & { calls: FailedCall[] }>()
  #timer: NodeJS.Timeout | undefined

  constructor({ db }: Context) {
    this.#db = db
  }

  note(key: CountedKey, call: Omit<FailedCall, 'count'>): void {
    const waiting = this.#waiting.get(key.id) ?? { ...key, calls: [] }
    this.#waiting.set(key.id, waiting)
    this.#timer ??= setTimeout(() => void this.write(), WAITS).unref()
    const noted = { ...call, path: call.path.slice(0, LONGEST_PATH), count: 1 }
    const [last] = waiting.calls
    if (last && FIELDS.every((field) => last[field] === noted[field]))
      waiting.calls[0] = { ...noted, count: last.count + 1 }
    else waiting.calls = [noted, ...waiting.calls.slice(0, MOST - 1)]
  }

  /** Writes what waits, newest first. What the database does not take is lost: it may be what the calls failed for. */
  async write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { workspaceId, id, calls } of waiting) {
      await sql`
        insert into failed_calls as f (workspace_id, api_key_id, calls)
        values (${workspaceId}, ${id}, ${JSON.stringify(calls)}::jsonb)
        on conflict (workspace_id, api_key_id) do update
          set calls = jsonb_path_query_array(excluded.calls || f.calls, ${sql.lit(`$[0 to ${MOST - 1}]`)})`
        .execute(this.#db)
        .catch(() => {})
    }
  }
}

const FIELDS = ['method', 'path', 'status', 'code', 'reason'] as const

/** The last failed calls of a key, newest first, as far as they are written. Throws NotFound. */
export async function listFailedCalls({ db, workspaceId }: WorkspaceContext, keyId: string): Promise<FailedCall[]> {
  const row = await db
    .selectFrom('api_key as k')
    .leftJoin('failed_calls as f', (join) =>
      join.onRef('f.workspace_id', '=', 'k.workspace_id').onRef('f.api_key_id', '=', 'k.id'),
    )
    .select('f.calls')
    .where('k.workspace_id', '=', workspaceId)
    .where('k.id', '=', keyId)
    .executeTakeFirst()
  if (!row) throw new NotFound(`There is no key ${quoted(keyId)}.`)
  return row.calls ?? []
}
