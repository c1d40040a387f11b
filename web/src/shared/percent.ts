import { parseField } from './parsed.ts'
import type { Parsed } from './parsed.ts'
import { readPercent } from '../../../server/src/shared/read-price.ts'

/** Reads a percentage as people type it into basis points. A blank text is null. The limits are in basis points. */
export function parsePercent(text: string, form: Parameters<typeof readPercent>[1] = {}): Parsed {
  return parseField(text, (typed) => readPercent(typed, form), 'Write a percentage such as 12.5.')
}
