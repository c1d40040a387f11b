import { NavLink, Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { Fragment, useId } from 'react'
import { NewOrders, OrderViews } from './order-views.tsx'
import { PLACES, SETTINGS } from './places.ts'

const ORDERS = '/w/$slug/orders'

/** The navigation: the places of the workspace, then its settings. */
export function NavLinks({ slug, onFollow }: { slug: string; onFollow?: () => void }) {
  const { pathname } = useLocation()
  const newOrders = useId()
  const link = ({ label, to, icon: Icon }: (typeof PLACES | typeof SETTINGS)[number]) => {
    const path = to.replace('$slug', slug)
    const isHome = path === `/w/${slug}`
    const isHere = pathname === path || (!isHome && pathname.startsWith(`${path}/`))
    return (
      <NavLink
        key={to}
        label={label}
        active={isHere}
        leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
        rightSection={to === ORDERS && <NewOrders id={newOrders} />}
        {...(to === ORDERS && { 'aria-describedby': newOrders })}
        renderRoot={(props) => <Link {...props} to={to} params={{ slug }} activeOptions={{ exact: isHome }} />}
        onClick={onFollow}
        style={{ borderRadius: 'var(--mantine-radius-sm)' }}
      />
    )
  }
  return (
    <>
      {PLACES.map((place) => (
        <Fragment key={place.to}>
          {link(place)}
          {place.to === ORDERS && pathname === ORDERS.replace('$slug', slug) && (
            <OrderViews slug={slug} onFollow={onFollow} />
          )}
        </Fragment>
      ))}
      <Text size="xs" fw={600} c="dimmed" mt="lg" mb={4} px="sm">
        Settings
      </Text>
      {SETTINGS.map(link)}
    </>
  )
}
