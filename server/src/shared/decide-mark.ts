import { MAX_NUMBER } from './read-number.ts'
import { splitNumber } from './split-number.ts'
import type { DecimalMark } from './split-number.ts'

/** How a column writes decimals, with the first of its texts that proves it. */
export type DecidedMark = { mark: DecimalMark; example: string }

const BOTH: DecimalMark[] = ['.', ',']
/** What may stand around a number: a currency, a sign, a percent sign. */
const AROUND = /^[\s(+−‒–-]*\p{L}{0,3}\p{Sc}?\s*|(?<![.,])\s*\p{L}{0,3}\p{Sc}?[\s)%−-]*$/gu

/**
 * Looks at the texts of a column, one by one. `decided` is null if none proves a mark, or if they contradict. Numbers
 * of a workbook always have a decimal point, and no zeros at their end: 1.250 is a text there, and could mean two.
 */
export function watchMarks({ isWorkbook = false } = {}): {
  see: (text: string) => void
  decided: () => DecidedMark | null
} {
  const proofs = new Map<DecimalMark, string>()
  return {
    see: (text) => {
      if (proofs.size === 2 || text.length > MAX_NUMBER) return
      const split = splitNumber(text.normalize('NFKC').replaceAll(AROUND, ''))
      const isNumber = isWorkbook && split?.lone === '.'
      const isText = isNumber && split.after.endsWith('0')
      for (const mark of isText ? BOTH : [isNumber ? '.' : split?.proves]) {
        if (mark && !proofs.has(mark)) proofs.set(mark, text.trim())
      }
    },
    decided: () => {
      const [proof, ...others] = proofs
      return proof && others.length === 0 ? { mark: proof[0], example: proof[1] } : null
    },
  }
}

/**
 * How a column writes decimals, by all its texts: 1.234,50 and 12,5 prove a comma; 1,234.50 and 12.50 a point. Null if
 * none proves a mark, or if they contradict each other.
 */
export function decideMark(texts: Iterable<string>): DecidedMark | null {
  const watch = watchMarks()
  for (const text of texts) watch.see(text)
  return watch.decided()
}

/** What a page says of it: Read with a decimal comma: 1.234,50 */
export function decidedInWords({ mark, example }: DecidedMark): string {
  return `Read with a decimal ${mark === ',' ? 'comma' : 'point'}: ${example}`
}
