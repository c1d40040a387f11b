import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { invalidField, InvalidInput, InvalidRequest } from '../../errors.ts'
import { startDraft } from './price-change-drafts.ts'
import { lockPriceChange, readPriceChange, subjectOf } from './list-price-changes.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Row } from '../../database/tables.ts'
import { applyEdit, lockForEdit } from './apply-edit.ts'
import { goesBack, requirePublished } from './way-back.ts'
import { readLocalTime } from '../../lib/local-time.ts'
import type { ClockChange, LocalTime } from '../../lib/local-time.ts'
import { isTime } from '../../shared/read-day.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'

/** Starts an empty draft under a name of the person's choice. */
export async function createPriceChange(
  context: WorkspaceContext,
  { name }: { name: string },
): Promise<{ id: string }> {
  return inTransaction(context, async (trx) => {
    const id = await startDraft(trx, name)
    await recordActivity(trx, {
      action: 'price_change.create',
      subject: subjectOf({ id, name }),
      changes: { lineCount: 0 },
    })
    return { id }
  })
}

/** Renames a price change that is not over yet. Throws NotFound, or InvalidRequest where it is over. */
export async function renamePriceChange(
  context: WorkspaceContext,
  { id, name }: { id: string; name: string },
): Promise<{ id: string; name: string }> {
  return inTransaction(context, async (trx) => {
    await lockPriceChange(trx, id, 'exclusive')
    const change = await readPriceChange(trx, id)
    if (change.status !== 'draft' && change.status !== 'scheduled') {
      throw new InvalidRequest(`"${change.name}" is ${change.status}, and keeps its name.`)
    }
    if (change.name === name) return { id: change.id, name }
    await trx.db
      .updateTable('price_change')
      .set({ name, updated_at: trx.clock() })
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', change.id)
      .execute()
    await recordActivity(trx, {
      action: 'price_change.rename',
      subject: subjectOf({ id: change.id, name }),
      changes: { name: { from: change.name, to: name } },
    })
    return { id: change.id, name }
  })
}

type NewDraft = { id: string; lineCount: number }

/**
 * Starts a draft with the list prices from before a publication. Lines whose product has another price since are in it
 * too. Throws NotFound, or InvalidRequest where the change is not published or no price can go back.
 */
export async function draftWayBack(context: WorkspaceContext, { id }: { id: string }): Promise<NewDraft> {
  return inTransaction(context, async (trx) => {
    const { workspaceId } = trx
    const change = requirePublished(await readPriceChange(trx, id))
    return draftFrom(trx, change, {
      prefix: 'Reversal: ',
      lines: sql`
        select line.product_id, line.old_price as to_price from price_change_line line
        join product p on p.workspace_id = ${workspaceId} and p.id = line.product_id
        where line.workspace_id = ${workspaceId} and line.price_change_id = ${change.id} and ${goesBack}`,
      nothing: 'There is nothing to reverse: none of its prices can go back.',
    })
  })
}

/**
 * Starts a draft with all lines of a cancelled or discarded price change. Throws NotFound, or InvalidRequest where it
 * is neither, or has no lines.
 */
export async function copyToDraft(context: WorkspaceContext, { id }: { id: string }): Promise<NewDraft> {
  return inTransaction(context, async (trx) => {
    const change = await readPriceChange(trx, id)
    if (change.status !== 'cancelled' && change.status !== 'discarded') {
      throw new InvalidRequest(
        `"${change.name}" is ${change.status}: it can only be copied once it is cancelled or discarded.`,
      )
    }
    return draftFrom(trx, change, {
      prefix: 'Copy of ',
      lines: sql`
        select product_id, new_price as to_price from price_change_line
        where workspace_id = ${trx.workspaceId} and price_change_id = ${change.id}`,
      nothing: 'There is nothing to copy: it has no lines.',
    })
  })
}

/** The lines of a change that is over do not change any more, so it needs no lock. */
async function draftFrom(
  trx: WorkspaceContext,
  change: Row<'price_change'>,
  { prefix, lines, nothing }: { prefix: string; lines: RawBuilder<unknown>; nothing: string },
): Promise<NewDraft> {
  const draft = await lockForEdit(trx, await startDraft(trx, `${prefix}${change.name}`))
  const { added } = await applyEdit(trx, draft, lines)
  if (added === 0) throw new InvalidRequest(nothing)
  await recordActivity(trx, {
    action: 'price_change.create',
    subject: subjectOf(draft),
    changes: { lineCount: added, madeFrom: change.name, madeFromId: change.id },
  })
  return { id: draft.id, lineCount: added }
}

export const OCCURRENCES = ['first', 'second'] as const

/** A local date (2027-03-28) and time (02:30) in the time zone of the workspace. */
type LocalMoment = { date: string; time: string }

/**
 * What a local time means in the workspace. `choices` has one time; two where the clocks go forward past it, or show it
 * twice. Throws InvalidInput for a date or time that no calendar has.
 */
export async function readScheduleTime(context: WorkspaceContext, input: LocalMoment) {
  const { timezone } = await readWorkspace(context, context.workspaceId)
  const read = parse(timezone, input)
  const choices = 'at' in read ? [read] : read.choices
  return {
    timezone,
    kind: 'at' in read ? ('once' as const) : read.kind,
    choices: choices.map((choice) => ({ ...choice, at: choice.at.toISOString() })),
    passed: choices.every(({ at }) => at <= context.clock()),
  }
}

/**
 * The one time that a local time means. A time that exists twice needs the occurrence.
 * Throws InvalidInput for a time that does not exist, or that exists twice and has no occurrence.
 */
export async function chosenTime(
  context: WorkspaceContext,
  input: LocalMoment & { occurrence?: (typeof OCCURRENCES)[number] | undefined },
): Promise<Date> {
  const { timezone, kind, choices } = await readScheduleTime(context, input)
  const [first, second] = [choices[0]!, choices[1]!]
  const { date, time, occurrence } = input
  if (kind === 'once') return new Date(first.at)
  if (kind === 'skipped') {
    throw invalidField(
      'time',
      `In ${timezone} the clocks go forward on ${date}, and ${time} does not exist. Choose ${first.time} or ${second.time}.`,
    )
  }
  if (occurrence === undefined) {
    throw invalidField(
      'occurrence',
      `In ${timezone} the clocks go back on ${date}, and ${time} comes twice. Choose the first (UTC${first.offset}) or the second (UTC${second.offset}).`,
    )
  }
  return new Date(occurrence === 'first' ? first.at : second.at)
}

function parse(timezone: string, { date, time }: LocalMoment): LocalTime | ClockChange {
  try {
    return readLocalTime(timezone, date, time)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const issue = isTime(time)
      ? { path: 'date', message: 'Must be a date such as 2027-01-05.' }
      : { path: 'time', message: 'Must be a time such as 06:00.' }
    throw new InvalidInput([issue])
  }
}
