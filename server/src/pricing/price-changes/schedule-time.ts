import type { WorkspaceContext } from '../../context.ts'
import { InvalidInput } from '../../errors.ts'
import { readLocalTime } from '../../lib/local-time.ts'
import type { ClockChange, LocalTime } from '../../lib/local-time.ts'
import { isTime } from '../../shared/read-day.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'

export const OCCURRENCES = ['first', 'second'] as const

/** A local date (2027-03-28) and time (02:30) in the time zone of the workspace. */
type LocalMoment = { date: string; time: string }

/** What a local time means. `choices` has one time; two where the clocks go forward past it, or show it twice. */
type ScheduleTime = {
  timezone: string
  kind: 'once' | ClockChange['kind']
  choices: (Omit<LocalTime, 'at'> & { at: string })[]
  /** All of them have passed. */
  passed: boolean
}

/** What a local time means in the workspace. Throws InvalidInput for a date or time that no calendar has. */
export async function readScheduleTime(context: WorkspaceContext, input: LocalMoment): Promise<ScheduleTime> {
  const { timezone } = await readWorkspace(context, context.workspaceId)
  const read = parse(timezone, input)
  const choices = 'at' in read ? [read] : read.choices
  return {
    timezone,
    kind: 'at' in read ? 'once' : read.kind,
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
  const [first, second] = choices as [ScheduleTime['choices'][0], ScheduleTime['choices'][0]]
  const { date, time, occurrence } = input
  if (kind === 'once') return new Date(first.at)
  if (kind === 'skipped') {
    throw new InvalidInput([
      {
        path: 'time',
        message: `In ${timezone} the clocks go forward on ${date}, and ${time} does not exist. Choose ${first.time} or ${second.time}.`,
      },
    ])
  }
  if (occurrence === undefined) {
    throw new InvalidInput([
      {
        path: 'occurrence',
        message: `In ${timezone} the clocks go back on ${date}, and ${time} comes twice. Choose the first (UTC${first.offset}) or the second (UTC${second.offset}).`,
      },
    ])
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
