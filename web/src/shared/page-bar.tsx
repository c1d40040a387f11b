import type { ReactNode, Ref } from 'react'
import styles from './page-bar.module.css'

/** What a long page leads to, in sight all the time. */
export function PageBar({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <div className={styles.bar} ref={ref}>
      {children}
    </div>
  )
}
