import { BarChart } from '../charts/charts.tsx'
import { changeText } from './prices.ts'
import type { Review } from './queries.ts'

type Range = Pick<Review['histogram'][number], 'fromBp' | 'toBp'>

type ChangeHistogramProps = {
  label: string
  /** What is counted, such as "Lines". */
  counted: string
  bars: readonly (Range & { count: number })[]
  picked?: number | undefined
  onPick?: (bar: number) => void
}

/** How many lines, or customers, have which change: drops on the left, rises on the right. */
export function ChangeHistogram({ label, counted, bars, ...picking }: ChangeHistogramProps) {
  return (
    <BarChart
      {...{ label, ...picking }}
      unit={`${counted} by their change`}
      columns={['Change', counted]}
      bars={bars.map(({ count, ...range }) => ({
        value: count,
        cells: [rangeText(range), count.toLocaleString('en')],
        tone: isSame(range) ? 'same' : (range.toBp ?? 1) <= 0 ? 'drop' : 'rise',
      }))}
      ticks={bars.flatMap((range, i) => {
        if (isSame(range)) return { at: i + 0.5, text: '0%' }
        const edge = (range.toBp ?? 1) <= 0 ? { at: i + 1, bp: range.toBp } : { at: i, bp: range.fromBp }
        return edge.bp === 0 || edge.bp === 1 ? [] : { at: edge.at, text: changeText(edge.bp) }
      })}
      areValuesShown
    />
  )
}

/** "+5% to +10%", "+50% and more", "No change". */
export function rangeText({ fromBp, toBp }: Range): string {
  if (isSame({ fromBp, toBp })) return 'No change'
  if (fromBp === null) return `${changeText(toBp)} and lower`
  if (toBp === null) return `${changeText(fromBp)} and higher`
  return `${changeText(fromBp === 1 ? 0 : fromBp)} to ${changeText(toBp)}`
}

function isSame({ fromBp, toBp }: Range): boolean {
  return fromBp === 0 && toBp === 1
}
