import type { ReactNode } from 'react'
import styles from './live-region.module.css'

/** A place whose content is read out when it comes. It is on the page before: else screen readers miss it. */
export function LiveRegion({ children }: { children: ReactNode }) {
  return (
    <div role="status" className={styles.region}>
      {children}
    </div>
  )
}
