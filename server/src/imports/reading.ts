import { createHash } from 'node:crypto'
import type { OnDuplicate } from '../spreadsheets/survey-rows.ts'

/** What a column is used for: the name of a field of the kind, `details`, or `ignore`. */
export type ColumnUse = string

/** How a file is read. `headerLine` is the line of the header in the sheet, from 1. */
export type Reading = {
  sheet: number
  headerLine: number
  header: string[]
  uses: ColumnUse[]
  /** Values that every row gets, by field. */
  constants: Record<string, string>
  onDuplicate: OnDuplicate
  /** Positions of columns whose blank cells empty their field. It is chosen for each file anew. */
  clearing?: number[]
  /** SKUs that stand for the damaged ones of the file, by line. */
  skus?: Record<string, string>
  /** Rounds prices with more decimals than the currency has, instead of refusing them. Never remembered. */
  roundsPrices?: boolean
  /** Columns of a file by the API that are no details, though they fill no field. */
  leftOut?: LeftOutColumn[]
  /** True if it is how a file with this header was read before. */
  isRemembered: boolean
}

/** A column that buyers do not see, and why, in words. */
export type LeftOutColumn = { column: string; reason: string }

/** What is remembered of a reading, for files of the same shape. */
export type RememberedMapping = Pick<Reading, 'uses' | 'constants' | 'onDuplicate'>

/** The shape of a file: a digest of its header, ignoring case. Files of one shape are read alike. */
export function shapeOf(header: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(header.map((name) => name.toLowerCase())))
    .digest('base64url')
}

/** A field that a column can be used for, whether every row may get the same value instead, and whether blank cells may
 * empty it. */
export type UsableField = {
  field: string
  label: string
  isRequired: boolean
  mayBeConstant: boolean
  isClearable: boolean
}
