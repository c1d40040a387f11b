import { Text } from '@mantine/core'
import { changeText } from './prices.ts'
import type { Review } from './queries.ts'
import styles from './histogram.module.css'
import { ImpactSection } from './impact-section.tsx'

type Bar = Review['histogram'][number]

/** How many customers have which average change. It is a table, so its figures can be read too. */
export function Histogram({ bars }: { bars: Bar[] }) {
  const shown = withoutEmptyEnds(bars)
  const most = Math.max(1, ...bars.map(({ customers }) => customers))
  return (
    <ImpactSection title="Customers by average change">
      <Text size="sm" c="dimmed" mb="xs">
        The average over the products that a customer sees. What it pays an agreed price for does not change.
      </Text>
      <table className={styles.histogram} aria-label="Customers by average change">
        <thead className={styles.head}>
          <tr>
            <th scope="col">Average change</th>
            <th scope="col">Customers</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((bar) => (
            <tr key={label(bar)}>
              <th scope="row">{label(bar)}</th>
              <td>
                {bar.customers.toLocaleString('en')}
                <div
                  className={styles.bar}
                  data-direction={directionOf(bar)}
                  style={{ width: `${(100 * bar.customers) / most}%` }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ImpactSection>
  )
}

/** From the first bar with customers to the last. */
function withoutEmptyEnds(bars: Bar[]): Bar[] {
  const first = bars.findIndex(({ customers }) => customers > 0)
  const last = bars.findLastIndex(({ customers }) => customers > 0)
  return first === -1 ? [] : bars.slice(first, last + 1)
}

function label({ fromBp, toBp }: Bar): string {
  if (fromBp === 0 && toBp === 1) return 'No change'
  if (fromBp === null) return `${changeText(toBp)} and lower`
  if (toBp === null) return `${changeText(fromBp)} and higher`
  return `${changeText(fromBp === 1 ? 0 : fromBp)} to ${changeText(toBp)}`
}

function directionOf({ fromBp, toBp }: Bar): 'up' | 'down' | 'same' {
  if (fromBp === 0 && toBp === 1) return 'same'
  return (toBp ?? 1) <= 0 ? 'down' : 'up'
}
