/** The result of one check. With a problem the service does not work. A warning may become a problem. */
export type Finding = {
  /** The subject of the check, in a word or two. */
  check: string
  status: 'ok' | 'warning' | 'problem'
  message: string
  advice?: string
}

export function ok(check: string, message: string): Finding {
  return { check, status: 'ok', message }
}

export function warning(check: string, message: string, advice: string): Finding {
  return { check, status: 'warning', message, advice }
}

export function problem(check: string, message: string, advice: string): Finding {
  return { check, status: 'problem', message, advice }
}

/** The findings, or `well` if there are none. */
export function orOk(findings: (Finding | false)[], well: Finding): Finding[] {
  const found = findings.filter((finding) => finding !== false)
  return found.length > 0 ? found : [well]
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** Bytes for people, with a unit. */
export function size(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${(bytes / 1024 ** power).toFixed(power < 2 ? 0 : 1)} ${UNITS[power]}`
}
