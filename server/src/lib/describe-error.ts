/** SQLSTATEs whose messages name tables, columns and constraints. Class 22 is left out: its messages quote data. */
const NAMES_OBJECTS = /^(?!22)[0-9FHPX][0-9A-Z]{4}$/

type ErrorDescription = { type: string; message: string; code: string | undefined; stack: string }

/**
 * Describes an error for the log, without data. An error of the database has the statement with all its values, so
 * these are left out. Quoted text in a message may be data and is cut, unless the database quotes names of its own
 * objects.
 */
export function describeError(error: unknown): ErrorDescription {
  const { name = typeof error, message = '', code, stack = '' } = Object(error) as Partial<Error & { code: string }>
  return {
    type: name,
    message: NAMES_OBJECTS.test(code ?? '') ? message : withoutQuoted(message),
    code,
    stack: stack
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
  }
}

/** The text with everything between its first and its last quotation mark cut out. */
export function withoutQuoted(text: string): string {
  return text.replace(/".*"/s, '"…"')
}
