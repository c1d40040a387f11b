import { Chart } from './chart.tsx'
import type { Described, Tone } from './chart.tsx'
import styles from './chart.module.css'
import { roundTicks } from './scales.ts'

/** A bar of this height is seen, however small its value is beside the others. */
const LEAST_HEIGHT = 3
/** The width from which bars have room for their values, in pixels. */
const ROOM = 24

type Bar = {
  /** Stands below the bar. */
  name?: string
  value: number
  cells: readonly string[]
  tone?: Tone
  /** Not over yet. */
  isPartial?: boolean
}

export type BarChartProps = Described & {
  bars: readonly Bar[]
  /** Without it, values are counts. */
  format?: (value: number) => string
  /** Texts below the bars instead of their names, placed in bars from the left: 1 is between the first two. */
  ticks?: readonly { at: number; text: string }[]
  /** Writes each value above its bar. */
  areValuesShown?: boolean
  picked?: number | undefined
  onPick?: (index: number) => void
}

/** Amounts beside each other, of periods or of ranges. */
export default function BarChart({ bars, format = countText, ticks, areValuesShown = false, ...chart }: BarChartProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const middle = (i: number) => (i + 0.5) / bars.length
  return (
    <Chart
      {...chart}
      points={bars.map(({ cells }, i) => ({ at: middle(i), cells }))}
      ticks={{
        x: ticks
          ? ticks.map(({ at, text }) => ({ at: at / bars.length, text }))
          : bars.map(({ name = '' }, i) => ({ at: middle(i), text: name })),
        y: roundTicks(0, most).map((value) => ({ value, text: format(value) })),
      }}
    >
      {({ bottom, x, y, told }) => {
        const step = x(1 / bars.length) - x(0)
        const width = Math.max(1, step * 0.8)
        return bars.map(({ value, tone = 'own', isPartial }, i) => {
          const height = value === 0 ? 0 : Math.max(LEAST_HEIGHT, bottom - y(value))
          return (
            // oxlint-disable-next-line react/no-array-index-key -- the bars do not move
            <g key={i} className={styles[tone]}>
              {told === i && <rect className={styles.band} x={x(i / bars.length)} y={0} width={step} height={bottom} />}
              <rect
                className={styles.bar}
                x={x(middle(i)) - width / 2}
                y={bottom - height}
                {...{ width, height }}
                {...(isPartial && { 'data-partial': true })}
                {...(chart.picked === i && { 'data-picked': true })}
              />
              {areValuesShown && value > 0 && step >= ROOM && (
                <text className={styles.strong} x={x(middle(i))} y={bottom - height - 5} textAnchor="middle">
                  {format(value)}
                </text>
              )}
            </g>
          )
        })
      }}
    </Chart>
  )
}

function countText(count: number): string {
  return count.toLocaleString('en')
}
