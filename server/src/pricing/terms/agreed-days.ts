import type { WorkspaceContext } from '../../context.ts'
import { addDays, dayOf, startOfDay } from '../../lib/local-time.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import type { AgreedTerms } from './agreed-price-assignment.ts'

/** A period in days of the workspace's time zone. Both days are part of it. Null: no limit. */
export type Days = { startsOn: string | null; endsOn: string | null }

type Period = Pick<AgreedTerms, 'startsAt' | 'endsAt'>

/** The days of a period. Of a period that begins or ends within a day, that day is part. */
export function daysOf({ startsAt, endsAt }: Period, timeZone: string): Days {
  return {
    startsOn: startsAt && dayOf(startsAt, timeZone),
    endsOn: endsAt && dayOf(new Date(endsAt.getTime() - 1), timeZone),
  }
}

/** The period of these days. Where a day is that of `before`, its time stays: it may begin or end within the day. */
export function periodOf(days: Days, timeZone: string, before?: Period): Period {
  const same = before && daysOf(before, timeZone)
  const start = () => days.startsOn && startOfDay(days.startsOn, timeZone)
  const end = () => days.endsOn && startOfDay(addDays(days.endsOn, 1), timeZone)
  return {
    startsAt: before && same?.startsOn === days.startsOn ? before.startsAt : start() || null,
    endsAt: before && same?.endsOn === days.endsOn ? before.endsAt : end() || null,
  }
}

/** The period of these days in the workspace's time zone. */
export async function periodInWorkspace(context: WorkspaceContext, days: Days): Promise<Period> {
  return periodOf(days, await timeZoneOf(context))
}

export async function timeZoneOf(context: WorkspaceContext): Promise<string> {
  return (await readWorkspace(context, context.workspaceId)).timezone
}
