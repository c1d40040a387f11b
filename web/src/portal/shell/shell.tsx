import { Outlet, useLocation } from '@tanstack/react-router'
import { NotFound } from '../../shared/not-found.tsx'
import { PlaceProvider } from '../../shared/place.tsx'
import { SignInOver } from '../../shared/sign-in-over.tsx'
import { Branded } from '../branded.tsx'
import { usePortal } from '../portal-context.tsx'
import { isLeftOut, preview } from '../preview.ts'
import { AccountMenu } from './account-menu.tsx'
import { NavLinks } from './nav-links.tsx'
import { Notices } from './notices.tsx'
import { OtherBuyer } from './other-buyer.tsx'
import { Search } from './search.tsx'
import styles from './shell.module.css'
import { useAllPages } from './use-all-pages.ts'
import { useKeep } from '../offline/use-keep.ts'

/** What surrounds every page of the portal. */
export function Shell() {
  const { name, settings } = usePortal()
  return (
    <Branded look={settings}>
      <PlaceProvider value={name}>
        <Frame />
      </PlaceProvider>
    </Branded>
  )
}

function Frame() {
  const { slug, name, customer, logo, me } = usePortal()
  useAllPages()
  useKeep()
  const isNothing = useLocation({ select: ({ pathname }) => isLeftOut(pathname) })
  return (
    <div className={styles.frame}>
      <a href="#main" className="skip-link">
        Skip to the content
      </a>
      {preview && (
        <aside className={styles.preview} aria-label="Preview">
          <span>Seeing as {customer.name}</span>
          <span>Nothing can be ordered here.</span>
          <a href={preview.customerPath}>Back to the customer</a>
        </aside>
      )}
      <header className={styles.header}>
        {logo && <img className={styles.logo} src={logo.path} width={logo.width} height={logo.height} alt="" />}
        <div className={styles.names}>
          <strong>{name}</strong>
          <span>{customer.name}</span>
        </div>
        <Search />
        <AccountMenu />
      </header>
      <nav className={styles.nav} aria-label="Main">
        <NavLinks />
      </nav>
      <Notices />
      <main id="main" tabIndex={-1} className={styles.main}>
        {isNothing ? <NotFound /> : <Outlet />}
      </main>
      <OtherBuyer />
      <SignInOver
        personId={me.personId}
        mayGoOn={({ portals }) => preview !== null || portals.some((portal) => portal.slug === slug)}
      />
    </div>
  )
}
