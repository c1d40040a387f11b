import { ActionIcon, Badge, MantineThemeProvider, mergeMantineTheme, useMantineTheme } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { PaletteProvider, useOpenPalette, usePaletteActions } from '../../shared/palette.tsx'
import { PlaceProvider } from '../../shared/place.tsx'
import { basketQuery } from '../basket/basket-queries.ts'
import { usePortal } from '../portal-context.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Notices } from './notices.tsx'
import { PLACES } from './places.ts'
import styles from './shell.module.css'

/** What surrounds every page of the portal. */
export function Shell() {
  const { name, settings } = usePortal()
  const theme = useMantineTheme()
  const coloured = useMemo(() => mergeMantineTheme(theme, { primaryColor: settings.colour }), [theme, settings.colour])
  return (
    <MantineThemeProvider theme={coloured}>
      <PlaceProvider value={name}>
        <PaletteProvider>
          <Frame />
        </PaletteProvider>
      </PlaceProvider>
    </MantineThemeProvider>
  )
}

function Frame() {
  const { slug, name, customer, settings } = usePortal()
  const openPalette = useOpenPalette()
  const navigate = useNavigate()
  usePaletteActions(
    PLACES.map(({ label, to, shortcut }) => ({
      id: to,
      label,
      group: 'Go to',
      shortcut,
      run: () => void navigate({ to, params: { slug } } as never),
    })),
  )
  return (
    <div className={styles.frame}>
      <a href="#main" className="skip-link">
        Skip to the content
      </a>
      <header className={styles.header} data-colour={settings.colour}>
        <div className={styles.names}>
          <strong>{name}</strong>
          <span>{customer.name}</span>
        </div>
        <ActionIcon variant="default" size="lg" aria-label="Go to or do" onClick={openPalette}>
          <IconSearch size={18} />
        </ActionIcon>
        <AccountMenu />
      </header>
      <nav className={styles.nav} aria-label="Main">
        <NavLinks />
      </nav>
      <Notices />
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
    </div>
  )
}

function NavLinks() {
  const { slug } = usePortal()
  const { pathname } = useLocation()
  const { data: basket } = useQuery(basketQuery(slug))
  return PLACES.map(({ label, to, icon: Icon }) => {
    const path = to.replace('$slug', slug)
    const isHere = path === `/t/${slug}` ? pathname === path : pathname === path || pathname.startsWith(`${path}/`)
    const count = label === 'Basket' ? (basket?.lines.length ?? 0) : 0
    return (
      <Link
        key={to}
        to={to as never}
        params={{ slug } as never}
        className={styles.place}
        aria-current={isHere ? 'page' : undefined}
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
