// Only this page has sliders.
import '@mantine/core/styles/Slider.css'
import { Input, Slider } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isDay } from '../../../../server/src/shared/day-and-time.ts'
import { formatDate } from '../../shared/dates.ts'
import { parseQuantity } from '../../shared/quantity.ts'
import { useSearchParam } from '../../shared/search-params.ts'
import { priceStepsQuery } from '../products/product-queries.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { dayNumber, dayOfNumber, DAYS_AHEAD, numberOfDay } from './day-number.ts'
import styles from './price-fields.module.css'
import type { PriceForStaff } from './price-query.ts'

/** A slider is at rest once it has stayed for that long, in milliseconds. */
const REST_MS = 250
const LEAST_UNITS = 24

/** Moves the date, from the first day that is known to two years ahead. Days on which a price changes are marked. */
export function DaySlider({ customer, product }: { customer: string; product: string }) {
  const { slug, timezone } = useWorkspace()
  const [date, change] = useSearchParam('date')
  const { data } = useQuery({ ...priceStepsQuery(slug, product, customer), placeholderData: keepPreviousData })
  const [today] = useState(() => dayNumber(new Date(), timezone))
  if (!data) return null
  return (
    <RestingSlider
      label="Day"
      min={dayNumber(new Date(data.knownFrom), timezone)}
      max={today + DAYS_AHEAD}
      value={isDay(date) ? numberOfDay(date) : today}
      marks={data.steps.map(({ at }) => dayNumber(new Date(at), timezone))}
      text={(day) => (day === today ? 'Today' : formatDate(dayOfNumber(day), 'UTC'))}
      onRest={(day) => change(day === today ? null : dayOfNumber(day))}
    />
  )
}

/** Moves the quantity. Quantities from which another price was considered are marked. */
export function QuantitySlider({ candidates }: Pick<PriceForStaff, 'candidates'>) {
  const [text, change] = useSearchParam('quantity')
  const quantity = parseQuantity(text || '1').value ?? 1
  const marks = candidates.map(({ minQty }) => minQty)
  return (
    <RestingSlider
      label="Units"
      min={1}
      max={Math.max(LEAST_UNITS, quantity, 2 * Math.max(...marks))}
      value={quantity}
      marks={marks}
      text={(units) => units.toLocaleString('en')}
      onRest={(units) => change(units === 1 ? null : String(units))}
    />
  )
}

type RestingSliderProps = {
  label: string
  min: number
  max: number
  value: number
  marks: readonly number[]
  text: (value: number) => string
  /** Called once the slider is at rest. */
  onRest: (value: number) => void
}

function RestingSlider({ label, value, marks, text, onRest, ...range }: RestingSliderProps) {
  const [moved, move] = useState<{ from: number; to: number } | null>(null)
  const rest = useDebouncedCallback(onRest, REST_MS)
  const shown = moved?.from === value ? moved.to : value
  const inside = [...new Set(marks)].filter((mark) => mark > range.min && mark <= range.max)
  return (
    <div>
      <Input.Label component="div" mb={4}>
        {label}: {text(shown)}
      </Input.Label>
      <Slider
        {...range}
        value={shown}
        onChange={(to) => {
          move({ from: value, to })
          rest(to)
        }}
        marks={inside.map((mark) => ({ value: mark }))}
        label={null}
        classNames={{ thumb: styles.thumb! }}
        thumbLabel={label}
        thumbValueText={text}
      />
    </div>
  )
}
