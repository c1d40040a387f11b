import { formatDateTime } from './dates.ts'

/** Why a price does not apply, its times in a time zone: the service writes them in UTC. */
export function reasonIn(reason: string, timezone: string): string {
  return reason.replace(/(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/, (_, day: string, time: string) =>
    formatDateTime(`${day}T${time}Z`, timezone),
  )
}
