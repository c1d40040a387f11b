import { Table, VisuallyHidden } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useId, useState } from 'react'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import styles from './chart.module.css'

/** What a colour means: `own` are the figures that a page is about, `same` is what they are compared with. */
export type Tone = 'rise' | 'drop' | 'own' | 'scheduled' | 'same'

/** The height of a chart in pixels, and of what is around the plot. */
const HEIGHT = 220
const [TOP, BOTTOM, RIGHT] = [20, 24, 12]
/** Pixels of a letter of a tick, and between two of them. */
const [LETTER, GAP] = [7, 12]

type Point = {
  /** Its place from left to right, from 0 to 1. */
  at: number
  /** Its row in the table for screen readers, and what is told of it. The first cell names it. */
  cells: readonly string[]
}

export type Described = {
  /** The accessible name of the chart, and of its table. */
  label: string
  /** What the vertical axis counts. */
  unit: string
  /** The headers of the cells of each point. */
  columns: readonly string[]
}

type Plot = {
  width: number
  /** Where the horizontal axis is. */
  bottom: number
  x: (at: number) => number
  y: (value: number) => number
  /** The index of the point that is told of. */
  told: number | null
}

type ChartProps = Described & {
  points: readonly Point[]
  ticks: { x: readonly { at: number; text: string }[]; y: readonly { value: number; text: string }[] }
  /** What a click on a point does, or Enter. */
  onPick?: ((index: number) => void) | undefined
  /** The index of the picked point. */
  picked?: number | undefined
  children: (plot: Plot) => ReactNode
}

/**
 * Axes around what is drawn. What is pointed at is told beside it. The chart is one tab stop: arrows go from point to
 * point, and a live text tells each. A table has all of them for screen readers.
 */
export function Chart({ label, unit, columns, points, ticks, onPick, picked, children }: ChartProps) {
  const { ref, width } = useElementSize()
  const [asked, setTold] = useState<number | null>(null)
  // There may be fewer points than before.
  const told = asked !== null && asked < points.length ? asked : null
  const help = useId()
  const left = GAP + LETTER * Math.max(...ticks.y.map(({ text }) => text.length))
  const bottom = HEIGHT - BOTTOM
  const [least, most] = [ticks.y[0]!.value, ticks.y.at(-1)!.value]
  const x = (at: number) => left + at * Math.max(1, width - left - RIGHT)
  const y = (value: number) => bottom - ((value - least) / (most - least)) * (bottom - TOP)
  const nearest = ({ currentTarget, clientX }: PointerEvent) => {
    const place = clientX - currentTarget.getBoundingClientRect().left
    const distances = points.map(({ at }) => Math.abs(x(at) - place))
    return distances.indexOf(Math.min(...distances))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = points.length - 1
    const now = told ?? last
    const next = { ArrowLeft: Math.max(0, now - 1), ArrowRight: Math.min(last, now + 1), Home: 0, End: last }[event.key]
    if (next !== undefined) setTold(next)
    else if (event.key === 'Escape' && told !== null) setTold(null)
    else if ((event.key === 'Enter' || event.key === ' ') && onPick) onPick(now)
    else return
    event.preventDefault()
  }
  const point = told === null ? undefined : points[told]
  return (
    <figure className={styles.figure} ref={ref}>
      <div className={styles.unit} aria-hidden>
        {unit}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application has its own keys */}
      <svg
        className={styles.plot}
        height={HEIGHT}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="application"
        aria-roledescription="chart"
        aria-label={label}
        aria-describedby={help}
        {...(onPick && { 'data-picks': true })}
        {...(picked !== undefined && { 'data-picked': true })}
        onKeyDown={onKeyDown}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setTold(picked ?? points.length - 1)}
        onBlur={() => setTold(null)}
        onPointerDown={(event) => setTold(nearest(event))}
        onPointerMove={(event) => setTold(nearest(event))}
        onPointerLeave={() => setTold(null)}
        onClick={(event) => onPick?.(nearest(event as unknown as PointerEvent))}
      >
        {width > 0 && (
          <>
            {ticks.y.map(({ value, text }) => (
              <g key={value}>
                <line className={styles.grid} x1={left} x2={width} y1={y(value)} y2={y(value)} />
                <text x={left - 6} y={y(value)} dy="0.35em" textAnchor="end">
                  {text}
                </text>
              </g>
            ))}
            {apart(ticks.x, x).map(({ at, text }) => (
              <text key={at} x={within(x(at), text, width)} y={HEIGHT - 6} textAnchor="middle">
                {text}
              </text>
            ))}
            {children({ width, bottom, x, y, told })}
          </>
        )}
      </svg>
      <div
        className={styles.told}
        aria-live="polite"
        style={{
          top: 0,
          ...(point && (point.at > 0.5 ? { right: width - x(point.at) + GAP } : { left: x(point.at) + GAP })),
        }}
      >
        {point?.cells.map((cell, i) => (
          <div key={columns[i]}>{i === 0 ? <strong>{cell}</strong> : `${columns[i]}: ${cell}`}</div>
        ))}
      </div>
      <VisuallyHidden>
        <span id={help}>
          The left and right keys go from point to point{onPick && ', Enter picks one'}. A table with all of them
          follows.
        </span>
        <Table aria-label={label} data={{ head: [...columns], body: points.map(({ cells }) => [...cells]) }} />
      </VisuallyHidden>
    </figure>
  )
}

/** The ticks that have room beside each other: all, or every second, every third and so on. */
function apart<T extends { at: number; text: string }>(ticks: readonly T[], x: (at: number) => number): T[] {
  for (let every = 1; ; every++) {
    const kept = ticks.filter((_, i) => (ticks.length - 1 - i) % every === 0)
    const fits = kept.every(({ at, text }, i) => {
      const next = kept[i + 1]
      return !next || x(next.at) - x(at) >= (LETTER * (text.length + next.text.length)) / 2 + GAP / 2
    })
    if (fits) return kept
  }
}

/** The middle of a text that is not cut off at an edge. */
function within(middle: number, text: string, width: number): number {
  const half = (LETTER * text.length) / 2
  return Math.min(Math.max(middle, half), width - half)
}

/** A bar in a row of a table, which has the figure beside it. The share is of the longest bar, from 0 to 1. */
export function AmountBar({ share, tone }: { share: number; tone: Tone }) {
  return <div className={`${styles.amount} ${styles[tone]}`} style={{ width: `${100 * share}%` }} />
}
