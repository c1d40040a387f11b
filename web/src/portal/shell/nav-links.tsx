import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { basketQuery } from '../basket/basket-queries.ts'
import { usePortal } from '../portal-context.tsx'
import { PLACES } from './places.ts'
import styles from './shell.module.css'

/** The places of the portal; the basket with its number of lines. */
export function NavLinks() {
  const { slug } = usePortal()
  const { data: basket } = useQuery(basketQuery(slug))
  return PLACES.map(({ label, to, icon: Icon }) => {
    const count = label === 'Basket' ? (basket?.lines.length ?? 0) : 0
    return (
      <Link
        key={to}
        to={to as never}
        params={{ slug } as never}
        className={styles.place!}
        activeOptions={{ exact: to === '/t/$slug', includeSearch: false }}
      >
        <Icon size={18} stroke={1.6} aria-hidden />
        {label}
        {count > 0 && (
          <Badge size="sm" circle={count < 10}>
            {count}
          </Badge>
        )}
      </Link>
    )
  })
}
