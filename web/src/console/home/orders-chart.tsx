import { Table, VisuallyHidden } from '@mantine/core'
import { formatDate } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { Home } from './home-query.ts'
import styles from './orders-chart.module.css'

const [WIDTH, HEIGHT, TOP, GAP] = [720, 180, 20, 10]

/** The value of the orders of each week as bars. A table says the same to those who do not see it. */
export function OrdersChart({ weeks }: { weeks: Home['weeks'] }) {
  const { currency } = useWorkspace()
  const most = Math.max(1, ...weeks.map(({ value }) => value))
  const width = WIDTH / weeks.length
  return (
    <figure className={styles.figure}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={styles.chart} aria-hidden>
        {weeks.map(({ week, orders, value }, i) => {
          const height = (value / most) * (HEIGHT - TOP)
          return (
            <g key={week}>
              <title>{`${weekName(week)}: ${orders} orders, ${formatMoney(value, currency)}`}</title>
              <rect
                x={i * width + GAP / 2}
                y={HEIGHT - height}
                width={width - GAP}
                height={height}
                rx={2}
                className={styles.bar}
              />
              <text x={i * width + width / 2} y={HEIGHT - height - 6} className={styles.count}>
                {orders > 0 ? orders : ''}
              </text>
            </g>
          )
        })}
      </svg>
      <div className={styles.scale} aria-hidden>
        <span>{weekName(weeks[0]!.week)}</span>
        <span>Highest: {formatMoney(most === 1 ? 0 : most, currency)}</span>
        <span>This week</span>
      </div>
      <VisuallyHidden>
        <Table aria-label="Orders by week">
          <thead>
            <tr>
              <th>Week from</th>
              <th>Orders</th>
              <th>Value</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ week, orders, value }) => (
              <tr key={week}>
                <td>{weekName(week)}</td>
                <td>{orders}</td>
                <td>{formatMoney(value, currency)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </VisuallyHidden>
    </figure>
  )
}

/** A Monday: a day, without a time zone. */
function weekName(week: string): string {
  return formatDate(`${week}T00:00:00Z`, 'UTC')
}
