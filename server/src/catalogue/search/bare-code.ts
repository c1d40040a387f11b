import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { DASHES, matchingKey } from '../../lib/matching-key.ts'

const SEPARATORS = /[\s\-./_]/g
const LEADING_ZEROS = /^0+/

/** A code without case and separators, as people write it who know it by heart. */
export function withoutSeparators(code: string): string {
  return matchingKey(code).replace(DASHES, '-').replaceAll(SEPARATORS, '')
}

/** The same without the leading zeros that a spreadsheet drops. */
export function bareCode(code: string): string {
  return withoutSeparators(code).replace(LEADING_ZEROS, '')
}

/** SQL: the bare code of a column of keys. The schema has an index on this expression of each column. */
export function bareColumn(column: string): RawBuilder<string> {
  return sql`ltrim(translate(${sql.ref(column)}, ' -./_', ''), '0')`
}

/** SQL: the GTIN of a product, `p`, in the form of `gtinKey`. The schema has an index on it. */
export const GTIN_COLUMN: RawBuilder<string> = sql`lpad(p.gtin, 14, '0')`
