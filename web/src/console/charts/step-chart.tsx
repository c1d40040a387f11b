import { formatDate } from '../../shared/dates.ts'
import { Chart } from './chart.tsx'
import type { Described, Tone } from './chart.tsx'
import styles from './chart.module.css'
import { pathOf, valueAt, roundTicks, timeTicks } from './scales.ts'
import type { Step } from './scales.ts'

const MONTHS_SHOWN = 8
const YEAR = 31_557_600_000
/** From a line to the foot of its name, in pixels. */
const [NAME_ABOVE, NAME_BELOW] = [-7, 15]

type Series = { name: string; tone: Tone; steps: readonly Step[] }

export type StepChartProps = Omit<Described, 'columns'> & {
  series: readonly Series[]
  /** Milliseconds. What comes later is dashed, and in the colour of what is scheduled. */
  now: number
  timezone: string
  format: (value: number) => string
  /** The texts at the ticks. */
  formatTick: (value: number) => string
}

/** Values that stay until they change, over time. The steps of each series are in their order. */
export default function StepChart({ label, unit, series, now, timezone, format, formatTick }: StepChartProps) {
  const times = [...new Set([...series.flatMap(({ steps }) => steps.map(({ at }) => at)), now])].toSorted(
    (a, b) => a - b,
  )
  const from = times[0]!
  const last = times.at(-1)!
  // Room after the last step, to show that it stays.
  const to = Math.max(last + (last > now ? (last - from) * 0.08 : 0), from + 1)
  const share = (at: number) => (at - from) / (to - from)
  const values = series.flatMap(({ steps }) => steps.flatMap(({ value }) => value ?? []))
  const [least, most] = [Math.min(...values), Math.max(...values)]
  // What never changed stands in the middle.
  const margin = least === most ? most * 0.1 : 0
  const dayOf = (at: number) => formatDate(new Date(at), timezone)
  return (
    <Chart
      {...{ label, unit }}
      columns={['From', ...series.map(({ name }) => name)]}
      points={times.map((at) => ({
        at: share(at),
        cells: [
          at === now ? 'Now' : at > now ? `${dayOf(at)}, scheduled` : dayOf(at),
          ...series.map(({ steps }) => {
            const value = valueAt(steps, at)
            return value === null ? '–' : format(value)
          }),
        ],
      }))}
      ticks={{
        x: timeTicks(from, to, MONTHS_SHOWN).map((at) => {
          const day = formatDate(new Date(at), 'UTC')
          return { at: share(at), text: to - from > YEAR ? day.replace(/^\d+ /, '') : day.replace(/ \d+$/, '') }
        }),
        y: roundTicks(least - margin, most + margin).map((value) => ({ value, text: formatTick(value) })),
      }}
    >
      {({ width, bottom, x, y, told }) => {
        const place = (at: number) => x(share(at))
        return (
          <>
            {last > now && (
              <>
                <line className={styles.grid} x1={place(now)} x2={place(now)} y1={0} y2={bottom} />
                <text x={place(now) - 4} y={10} textAnchor="end">
                  Now
                </text>
              </>
            )}
            {told !== null && (
              <line className={styles.cursor} x1={place(times[told]!)} x2={place(times[told]!)} y1={0} y2={bottom} />
            )}
            {series.map(({ name, tone, steps }, i) => {
              const path = (of: readonly Step[], end: number) => pathOf(of, end, { x: place, y })
              const past = steps.filter(({ at }) => at <= now)
              const coming = steps.filter(({ at }) => at > now)
              const turn = { at: now, value: valueAt(steps, now) }
              const final = steps.at(-1)!.value
              // The second name below its line, where there is room.
              const nameAt = (line: number) => (i > 0 && line + NAME_BELOW < bottom ? NAME_BELOW : NAME_ABOVE)
              return (
                <g key={name}>
                  <g className={styles[tone]}>
                    <path className={styles.line} d={path(past, now)} />
                    {past.map(({ at, value }) => {
                      if (value === null) return null
                      const r = told !== null && times[told] === at ? 5 : 3
                      return <circle key={at} className={styles.dot} cx={place(at)} cy={y(value)} r={r} />
                    })}
                  </g>
                  {coming.length > 0 && (
                    <g className={styles.scheduled}>
                      <path className={styles.line} data-dashed d={path([turn, ...coming], to)} />
                    </g>
                  )}
                  {final !== null && (
                    <g className={styles[tone]}>
                      <text className={styles.name} x={width - 4} y={y(final) + nameAt(y(final))} textAnchor="end">
                        {name}
                      </text>
                    </g>
                  )}
                </g>
              )
            })}
          </>
        )
      }}
    </Chart>
  )
}
