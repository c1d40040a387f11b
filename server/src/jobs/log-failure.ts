/** Where jobs say what went wrong. */
export type Log = { error: (details: object, message: string) => void }

/** Logs what failed, and not the error whole: a database's carries the statement with all its values. */
export function logFailure(log: Log, error: unknown, message: string, details: object = {}): void {
  const { name, message: reason, stack, code } = error as Error & { code?: string }
  log.error({ error: { name, message: reason, stack, code }, ...details }, message)
}
