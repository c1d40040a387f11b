import { Box, Input, Slider } from '@mantine/core'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ApiError } from '../../shared/api.ts'
import { Empty } from '../../shared/empty.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { PriceChart } from '../products/product-prices.tsx'
import { PriceExplanation } from './price-explanation.tsx'
import { CustomerField, DateField, ProductField, QuantityField } from './price-fields.tsx'
import styles from './price-fields.module.css'
import { priceQuery } from './price-query.ts'
import type { PriceForStaff } from './price-query.ts'
import '@mantine/core/styles/Slider.css'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { isDay } from '../../../../server/src/shared/read-day.ts'
import { formatDate } from '../../shared/dates.ts'
import { parseQuantity } from '../../shared/quantity.ts'
import { useSearchParam } from '../../shared/search-params.ts'
import { priceStepsQuery } from '../products/product-queries.ts'

const route = getRouteApi('/w/$slug/prices')

export function ExplainPricePage() {
  const { slug } = useWorkspace()
  const { customer = '', product = '', quantity = '1', date = '' } = route.useSearch()
  const { data, error, isPlaceholderData } = useQuery(priceQuery(slug, { customer, product, quantity, date }))
  const dateIssue = issueAt(error, 'date') ?? issueAt(error, 'at')
  const isAsked = customer !== '' && product !== ''
  return (
    <Page title="Explain a price" description="What a customer pays for a product, and why: now, or on another day.">
      <Box className={styles.fields}>
        <CustomerField />
        <ProductField />
        <QuantityField />
        <DateField error={dateIssue} />
      </Box>
      {!isAsked && (
        <Empty title="Choose a customer and a product">
          Then the price is shown here, with every price that was considered and words to tell the customer.
        </Empty>
      )}
      {isAsked && data && (
        <Box className={styles.sliders}>
          <DaySlider customer={customer} product={product} />
          <QuantitySlider candidates={data.candidates} />
        </Box>
      )}
      <Problem error={isAsked && !dateIssue ? error : null} />
      {isAsked && data && !error && (
        <>
          <PriceExplanation price={data} isStale={isPlaceholderData} />
          <Box mt="lg">
            <PriceChart product={product} customer={customer} />
          </Box>
        </>
      )}
    </Page>
  )
}

function issueAt(error: unknown, path: string): string | undefined {
  return error instanceof ApiError ? error.issues.find((issue) => issue.path === path)?.message : undefined
}

const DAY_MS = 86_400_000
/** Days ahead whose end is within the two years that a price can be asked for. */
const DAYS_AHEAD = 2 * 365 - 1

/** The day of a moment in a time zone, as a number: days since 1970. */
function dayNumber(at: Date, timeZone: string): number {
  // Sweden writes a day as 2027-01-05.
  return numberOfDay(new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at))
}

/** The number of a day such as 2027-01-05. */
function numberOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS
}

/** The day of a number: 2027-01-05. */
function dayOfNumber(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10)
}

// Only this page has sliders.

/** A slider is at rest once it has stayed for that long, in milliseconds. */
const REST_MS = 250
const LEAST_UNITS = 24

/** Moves the date, from the first day that is known to two years ahead. Days on which a price changes are marked. */
function DaySlider({ customer, product }: { customer: string; product: string }) {
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
function QuantitySlider({ candidates }: Pick<PriceForStaff, 'candidates'>) {
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
