import { describeError } from '../describe-error.ts'

export type Log = { error: (details: object, message: string) => void }

export function logFailure(log: Log, error: unknown, message: string, details: object = {}): void {
  log.error({ error: describeError(error), ...details }, message)
}
