import styles from './imports.module.css'

/** Figures with what they count. */
export function Counts({ label, counts }: { label: string; counts: [name: string, count: number][] }) {
  return (
    <dl className={styles.counts} aria-label={label}>
      {counts.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{count.toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  )
}
