import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { basketQuery } from '../basket/basket-queries.ts'
import { LazyDisabledReason } from '../lazy-disabled-reason.tsx'
import { usePortal } from '../portal-context.tsx'
import { PREVIEW_ONLY, isLeftOut, preview } from '../preview.ts'
import { CATALOGUE, PLACES, USUAL } from './places.ts'
import styles from './shell.module.css'

/** The places of the portal; the basket with its number of lines. A preview has few of them. */
export function NavLinks() {
  const { slug, hasOrdered } = usePortal()
  const { data: basket } = useQuery({ ...basketQuery(slug), enabled: !preview })
  const places = PLACES.filter(({ to }) => to !== USUAL || hasOrdered)
  return places.map(({ label, to, icon: Icon }) => {
    const count = label === 'Basket' ? (basket?.lines.length ?? 0) : 0
    const isLast = to === PLACES.at(-1)!.to || undefined
    const content = (
      <>
        <Icon size={18} stroke={1.6} aria-hidden />
        {label}
        {count > 0 && (
          <Badge size="sm" circle={count < 10}>
            {count}
          </Badge>
        )}
      </>
    )
    if (isLeftOut(to)) {
      return (
        <LazyDisabledReason key={to} reason={PREVIEW_ONLY}>
          <button type="button" className={styles.place} data-last={isLast}>
            {content}
          </button>
        </LazyDisabledReason>
      )
    }
    return (
      <Link
        key={to}
        to={to}
        params={{ slug }}
        className={styles.place!}
        data-last={isLast}
        activeOptions={{ exact: to === CATALOGUE, includeSearch: false }}
      >
        {content}
      </Link>
    )
  })
}
