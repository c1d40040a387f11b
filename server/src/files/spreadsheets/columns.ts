import { decidedInWords, watchMarks } from '../../shared/read-table.ts'
import { matchHeaders } from '../../shared/match-headers.ts'
import { dayOrderByDefault, watchDayOrder } from '../../shared/read-day.ts'
import type { DayOrder } from '../../shared/read-day.ts'
import { needsRounding } from '../../shared/read-price.ts'
import type { Currency, MoneyForm } from '../../shared/read-price.ts'
import type { ReadValue } from '../../shared/read-value.ts'
import type { DecimalMark } from '../../shared/read-number.ts'

/** A column of a file. */
export type Column = {
  /** As pages and messages name it. */
  label: string
  /** Its usual headers, most likely first, without case, space and punctuation. */
  headers: string
  /** Further words that a header may have within it, where staff look at what is guessed: "Our ref". */
  hints?: string
  /** Whether values can be those of the field. Where a header only hints at it, nearly all of them must. */
  fits?: (value: string) => boolean
  /** Values alone are enough to know it, whatever the header is. */
  isKnownByValues?: true
  /** Every row needs it; only the file does where it is clearable, too. */
  isRequired?: true
  /** It says what a row is about: no value is right for all rows. */
  identifies?: true
  /** A file may empty the field. */
  clearable?: true
  /** Files by the API cannot set it: its column is left out. */
  staffOnly?: true
  /** In a file that has all of `besides` but this field, its column is taken for it. */
  standsInFor?: { field: string; besides: readonly string[] }
  /** What it holds that can be written in several ways: then all its cells tell how they are read. */
  holds?: 'money' | 'number' | 'day'
  /** Reads a cell that is not blank. Without it, the text is the value. */
  read?: (text: string, form: MoneyForm) => ReadValue<unknown>
}

/** What can be read from the columns of a file, by field. Fields are mapped in this order. */
export type Columns = Readonly<Record<string, Column>>

/** Usual headers of a column that names customers by account code or name. */
export const CUSTOMER_HEADERS =
  'customer accountcode account accountno accountnumber customercode customerno customername customerid'

/** Guesses the column of each field by the usual headers. Skips the columns and the fields in `taken`. */
export function guessColumns(
  columns: Columns,
  header: readonly string[],
  taken?: { fields: ReadonlySet<string>; columns: ReadonlySet<number> },
): Map<string, number> {
  const guessed = matchHeaders(columns, header, taken)
  const isMissing = (field: string) => !guessed.has(field) && !taken?.fields.has(field)
  for (const [field, at] of guessed) {
    const { standsInFor: other } = columns[field]!
    if (!other || other.besides.filter(isMissing).join() !== other.field) continue
    guessed.set(other.field, at)
    guessed.delete(field)
  }
  return guessed
}

/** How the columns of a text or a file are read, as all their cells tell. */
export type ColumnForms = {
  numberOf: (field: string) => Pick<MoneyForm, 'mark' | 'rounds'>
  /** Null if the days contradict each other. */
  dayOrder: DayOrder | null
  /** What was decided, in words. */
  readAs: string[]
  /** Amounts with more decimals than the currency has. */
  toRound: number
}

type Reading = Currency & {
  /** Rounds such amounts. */
  rounds: boolean
  /** The numbers of a workbook have a decimal point. */
  isWorkbook?: boolean
}

const MARKS: (DecimalMark | null)[] = ['.', ',', null]

/** Looks at the cells of columns, one by one, to decide how they are read. */
export function watchColumns(
  columns: Readonly<Record<string, Pick<Column, 'label' | 'holds'>>>,
  { currency, currencyDecimals, rounds, isWorkbook = false }: Reading,
): { see: (field: string, text: string) => void; decided: () => ColumnForms } {
  const marks = new Map<string, ReturnType<typeof watchMarks>>()
  const days = watchDayOrder()
  // The mark of a column is known only at its end.
  const toRound = MARKS.map((mark) => ({ mark, counts: new Map<string, number>() }))
  const moreDecimals = new RegExp(`[.,]\\d{${currencyDecimals + 1},}`)
  const seeMoney = (field: string, text: string) => {
    if (!moreDecimals.test(text.normalize('NFKC'))) return
    for (const { mark, counts } of toRound) {
      if (needsRounding(text, { currency, currencyDecimals, mark })) counts.set(field, (counts.get(field) ?? 0) + 1)
    }
  }
  return {
    see: (field, text) => {
      const { holds } = columns[field]!
      if (holds === 'day') return days.see(text)
      if (!marks.has(field)) marks.set(field, watchMarks({ isWorkbook }))
      marks.get(field)!.see(text)
      if (holds === 'money') seeMoney(field, text)
    },
    decided: () => {
      const decided = [...marks].map(([field, watch]) => ({ field, found: watch.decided() }))
      const markOf = new Map(decided.map(({ field, found }) => [field, found?.mark ?? null]))
      const order = days.decided()
      return {
        numberOf: (field) => ({ mark: markOf.get(field), rounds }),
        dayOrder: order === undefined ? dayOrderByDefault(currency) : order && order.order,
        readAs: [
          ...decided.flatMap(({ field, found }) =>
            found ? [`${decidedInWords(found)} (${columns[field]!.label})`] : [],
          ),
          ...(order ? [`Read with the ${order.order}: ${order.example}`] : []),
        ],
        toRound: [...markOf].reduce(
          (sum, [field, mark]) => sum + (toRound.find((one) => one.mark === mark)!.counts.get(field) ?? 0),
          0,
        ),
      }
    },
  }
}
