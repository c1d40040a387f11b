import { useState } from 'react'
import { formatDate } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import styles from './list-price-chart.module.css'
import type { EditedProduct } from './product-queries.ts'
import type { components } from '../../shared/app-api.d.ts'

type ListPrices = components['schemas']['ListPrices']

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [720, 200, 8, 24, 24]

type Step = { at: number; price: number }

/** The list price as steps over time, until now; the table below says the same in words. */
export function ListPriceChart({ product, prices }: { product: EditedProduct; prices: ListPrices }) {
  const { currency, timezone } = useWorkspace()
  const steps = stepsOf(product, prices)
  const [first, last] = [steps[0]!, steps.at(-1)!]
  const [opened] = useState(() => Date.now())
  const now = Math.max(opened, last.at + 1)
  const values = steps.map(({ price }) => price)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const x = (at: number) => LEFT + ((at - first.at) / (now - first.at)) * (WIDTH - 2 * LEFT)
  const y = (price: number) =>
    most === least ? HEIGHT / 2 : TOP + ((most - price) / (most - least)) * (HEIGHT - TOP - BOTTOM)
  const line = steps.map(
    ({ at, price }, i) => `${i === 0 ? 'M' : 'H'}${x(at)}${i === 0 ? `,${y(price)}` : `V${y(price)}`}`,
  )
  const summary = `List price from ${formatMoney(first.price, currency)} to ${formatMoney(last.price, currency)}, between ${formatMoney(least, currency)} and ${formatMoney(most, currency)}.`
  return (
    <figure className={styles.figure}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={summary} className={styles.chart}>
        <path d={`${line.join('')}H${x(now)}`} className={styles.line} />
        {steps.map(({ at, price }) => (
          <circle key={at} cx={x(at)} cy={y(price)} r={4} className={styles.dot}>
            <title>{`${formatDate(new Date(at), timezone)}: ${formatMoney(price, currency)}`}</title>
          </circle>
        ))}
      </svg>
      <div className={styles.scale} aria-hidden>
        <span>{formatDate(new Date(first.at), timezone)}</span>
        <span>
          {formatMoney(least, currency)} – {formatMoney(most, currency)}
        </span>
        <span>Now</span>
      </div>
    </figure>
  )
}

/** The price before the first change, from when the product was added, then each published one. */
function stepsOf({ createdAt }: EditedProduct, { published }: ListPrices): Step[] {
  const steps = published.map(({ at, to }) => ({ at: Date.parse(at), price: to }))
  const [earliest] = published
  if (earliest?.from == null) return steps
  return [{ at: Math.min(Date.parse(createdAt), Date.parse(earliest.at) - 1), price: earliest.from }, ...steps]
}
