import type { Tone } from './chart.tsx'
import styles from './chart.module.css'

/** A bar in a row of a table, which has the figure beside it. The share is of the longest bar, from 0 to 1. */
export function AmountBar({ share, tone }: { share: number; tone: Tone }) {
  return <div className={`${styles.amount} ${styles[tone]}`} style={{ width: `${100 * share}%` }} />
}
