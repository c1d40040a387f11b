import type { X509Certificate } from 'node:crypto'
import { counted } from '../../rules/counted.ts'
import { problem, warning } from './finding.ts'
import type { Finding } from './finding.ts'

const DAY_MS = 86_400_000
const RENEWAL_MS = 14 * DAY_MS
/** Of the life of a certificate: those of some days are renewed when a third is left. */
const RENEWAL_SHARE = 1 / 4

/** Warns of a certificate that should have been renewed; `name` begins the sentence. */
export function checkCertificate(
  name: string,
  { validFromDate, validToDate }: X509Certificate,
  now: Date,
  advice: string,
): Finding | false {
  const left = validToDate.getTime() - now.getTime()
  if (left < 0) return problem('certificate', `${name} has expired on ${validToDate.toISOString()}.`, advice)
  return (
    left < Math.min(RENEWAL_MS, RENEWAL_SHARE * (validToDate.getTime() - validFromDate.getTime())) &&
    warning('certificate', `${name} expires in ${daysLeft(validToDate, now)}.`, advice)
  )
}

/** How long a certificate is valid, in whole days. */
export function daysLeft(end: Date, now: Date): string {
  return counted(Math.floor((end.getTime() - now.getTime()) / DAY_MS), 'day')
}
