/** A place on a clock that is no time, or two times. */
export type ClockChange = {
  kind: 'skipped' | 'repeated'
  /** The two times that the local time can mean: with the offset before the change, and with the one after it. */
  choices: [LocalTime, LocalTime]
}

/** A time, as a clock in the time zone shows it. */
export type LocalTime = {
  at: Date
  /** 2027-03-28 */
  date: string
  /** 02:30 */
  time: string
  /** From UTC: +01:00. */
  offset: string
}

/**
 * The time that a local date (2027-03-28) and time (02:30) mean in a time zone. Where the clocks go forward, a time may
 * not exist; where they go back, it exists twice: then the answer says so, and has both readings. Throws a RangeError
 * for a date or time that no calendar has.
 */
export function readLocalTime(timezone: string, date: string, time: string): LocalTime | ClockChange {
  const local = Temporal.PlainDate.from(date, { overflow: 'reject' }).toPlainDateTime(Temporal.PlainTime.from(time))
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    local.toZonedDateTime(timezone, { disambiguation }),
  ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime]
  if (earlier.epochMilliseconds === later.epochMilliseconds) return shown(earlier)
  const repeated = earlier.toPlainDateTime().equals(local)
  return { kind: repeated ? 'repeated' : 'skipped', choices: [shown(earlier), shown(later)] }
}

/** A time, as a clock in the time zone shows it. */
export function localTime(timezone: string, at: Date): LocalTime {
  return shown(Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone))
}

function shown(zoned: Temporal.ZonedDateTime): LocalTime {
  return {
    at: new Date(zoned.epochMilliseconds),
    date: zoned.toPlainDate().toString(),
    time: zoned.toPlainTime().toString({ smallestUnit: 'minute' }),
    offset: zoned.offset,
  }
}
