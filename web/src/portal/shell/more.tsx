import { CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { usePortal } from '../portal-context.tsx'
import { isLeftOut } from '../preview.ts'
import { useAccountEntries } from './account-entries.ts'
import { Over } from './over.tsx'
import { PLACES } from './places.ts'
import styles from './more.module.css'

/** All places that have no tab on a phone, from the edge that the thumb is at. */
export default function More({ onClose }: { onClose: () => void }) {
  const { slug, name } = usePortal()
  const entries = useAccountEntries()
  return (
    <Over label="More" className={styles.sheet} onClose={onClose}>
      <nav aria-label="More">
        <CloseButton className={styles.close!} iconSize={20} onClick={onClose} />
        {PLACES.filter(({ tab, to }) => tab === null && !isLeftOut(to)).map(({ label, to, icon: Icon }) => (
          <Link key={to} to={to} params={{ slug }} replace className={styles.entry!}>
            <Icon size={20} stroke={1.6} aria-hidden />
            {label}
          </Link>
        ))}
        <hr />
        {entries.map(({ label, to, href, act }) =>
          to ? (
            <Link key={label} to={to} params={{ slug }} replace className={styles.entry!}>
              {to === '/t/$slug/account' ? `Your account with ${name}` : label}
            </Link>
          ) : href ? (
            <a key={label} href={href} className={styles.entry}>
              {label}
            </a>
          ) : (
            <button key={label} type="button" className={styles.entry} onClick={act}>
              {label}
            </button>
          ),
        )}
      </nav>
    </Over>
  )
}
