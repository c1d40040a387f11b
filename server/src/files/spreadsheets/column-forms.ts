import { decidedInWords, watchMarks } from '../../shared/decide-mark.ts'
import { dayOrderByDefault, watchDayOrder } from '../../shared/read-day.ts'
import type { DayOrder } from '../../shared/read-day.ts'
import { needsRounding } from '../../shared/read-price.ts'
import type { Currency, MoneyForm } from '../../shared/read-price.ts'
import type { DecimalMark } from '../../shared/split-number.ts'

/** What a column holds that can be written in several ways. */
export type Holding = 'money' | 'number' | 'day'

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
  columns: Readonly<Record<string, { label: string; holds?: Holding }>>,
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
