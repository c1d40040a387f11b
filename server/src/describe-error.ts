/** SQLSTATEs whose messages name tables, columns and constraints. Class 22 is left out: those quote the data. */
const NAMES_OBJECTS = /^(?!22)[0-9FHPX][0-9A-Z]{4}$/

export type ErrorDescription = { type: string; message: string; code: string | undefined; stack: string }

/**
 * What a log says of an error. Not the error whole: a database's carries the statement with all its values. And not
 * what a message quotes, which may be somebody's data, unless it is the database naming what it is made of.
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
