import { Outlet, useLocation, useRouter, Link } from '@tanstack/react-router'
import { NotFound, SiteNameProvider } from '../../shared/page.tsx'
import { SignInOver } from '../../shared/sign-in-over.tsx'
import { Branded } from '../../shared/branded.tsx'
import { usePortal } from '../portal-context.tsx'
import { isLeftOut, preview, PREVIEW_ONLY } from '../preview.ts'
import { Search } from './search.tsx'
import styles from './shell.module.css'
import { useOfflineStore, buyerQuestion } from '../offline/connection.ts'
import { Suspense, useState, useEffect, useSyncExternalStore } from 'react'
import { lazyPart } from '../../shared/lazy-part.ts'
import { AccountMenuButton } from '../../shared/account-menu-button.tsx'
import { useLater } from './use-later.ts'
import { Badge } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useIsPhone } from '../../shared/use-is-phone.ts'
import { useOver } from './over.tsx'
import { useQuery, onlineManager, useQueryClient } from '@tanstack/react-query'
import { basketQuery } from '../basket/basket-queries.ts'
import { LazyDisabledReason } from '../lazy-disabled-reason.tsx'
import { CATALOGUE, PLACES, USUAL } from './places.ts'
import { dayOrderByDefault } from '../../../../server/src/shared/read-day.ts'
import { DayOrderContext, formatDateTime } from '../../shared/dates.ts'

/** What surrounds every page of the portal. */
export function Shell() {
  const { name, settings } = usePortal()
  return (
    <Branded colour={settings.colour}>
      <SiteNameProvider value={name}>
        <Frame />
      </SiteNameProvider>
    </Branded>
  )
}

function Frame() {
  const { slug, name, customer, logo, me, currency } = usePortal()
  useAllPages()
  useOfflineStore()
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
        <DayOrderContext value={dayOrderByDefault(currency)}>{isNothing ? <NotFound /> : <Outlet />}</DayOrderContext>
      </main>
      <OtherBuyer />
      <SignInOver
        personId={me.personId}
        mayGoOn={({ portals }) => preview !== null || portals.some((portal) => portal.slug === slug)}
      />
    </div>
  )
}

const OtherBuyerDialog = lazyPart(() => import('./other-buyer-dialog.tsx'))

/** Asks over the page for whom to go on, where another buyer was chosen elsewhere. */
function OtherBuyer() {
  if (!buyerQuestion.useIsAsked()) return null
  return (
    <Suspense>
      <OtherBuyerDialog />
    </Suspense>
  )
}

const Content = lazyPart(() => import('./account-menu-content.tsx'))

/** A button whose menu is fetched after the page, or when it is pressed. */
function AccountMenu() {
  const isLater = useLater()
  const [opened, setOpened] = useState(false)
  const open = () => setOpened(true)
  // Pressing it counts, not only clicking: the button of the menu may take its place between the two.
  const button = <AccountMenuButton onPointerDown={open} onClick={open} />
  if (!isLater && !opened) return button
  return (
    <Suspense fallback={button}>
      <Content opened={opened} onChange={setOpened} />
    </Suspense>
  )
}

/** How long the page that is open has the connection to itself, in milliseconds. */
const WAIT_MS = 2_000

/** Fetches the code of all pages and dialogs after the first page, so that they open without a connection, too. */
function useAllPages(): void {
  const router = useRouter()
  const isLater = useLater()
  useEffect(() => {
    if (!isLater) return
    const wait = setTimeout(() => {
      for (const route of Object.values(router.routesById)) void router.loadRouteChunk(route)
      // What fails now is fetched when it is needed.
      void Promise.allSettled([
        import('../../shared/disabled-reason.tsx'),
        import('../../shared/sign-in-again.tsx'),
        import('./more.tsx'),
      ])
    }, WAIT_MS)
    return () => clearTimeout(wait)
  }, [isLater, router])
}

/** The places of the portal, or a phone's tabs; the basket with its number of lines. A preview has few of them. */
function NavLinks() {
  const { slug, hasOrdered } = usePortal()
  const { data: basket } = useQuery({ ...basketQuery(slug), enabled: !preview })
  const isPhone = useIsPhone()
  const places = PLACES.filter(({ to, tab }) => (to !== USUAL || hasOrdered) && (!isPhone || tab !== null))
  const links = places.map(({ label, tab, to, icon: Icon }) => {
    const count = label === 'Basket' ? (basket?.lines.length ?? 0) : 0
    const isLast = to === PLACES.at(-1)!.to || undefined
    const content = (
      <>
        <Icon size={18} stroke={1.6} aria-hidden />
        {isPhone ? tab : label}
        {count > 0 && (
          <Badge size="sm" circle={count < 10} className={styles.count!}>
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
  return (
    <>
      {links}
      {isPhone && <MoreTab />}
    </>
  )
}

const More = lazyPart(() => import('./more.tsx'))

/** The last tab of a phone: it opens what has none. */
function MoreTab() {
  const more = useOver('more')
  return (
    <>
      <button type="button" className={styles.place} aria-haspopup="dialog" onClick={more.open}>
        <IconDots size={18} stroke={1.6} aria-hidden />
        More
      </button>
      {more.isOpen && (
        <Suspense>
          <More onClose={more.close} />
        </Suspense>
      )}
    </>
  )
}

/** What holds for everything on the page: offline, no orders now, the sample, the wholesaler's message. */
function Notices() {
  const { slug, name, isSample, takesOrders, settings, waiting } = usePortal()
  const asOf = useAsOf()
  const isOnline = useSyncExternalStore(listenToConnection, () => onlineManager.isOnline())
  return (
    <div role="status" aria-label="Notices">
      {!isOnline && (
        <p className={styles.notice} data-kind="problem">
          {navigator.onLine ? 'The service cannot be reached.' : 'You are offline.'} {asOf} Changes and orders need a
          connection.
        </p>
      )}
      {!takesOrders && (
        <p className={styles.notice} data-kind="problem">
          Orders are not taken now.
        </p>
      )}
      {isSample && (
        <p className={styles.notice} data-kind="sample">
          {name} is a sample. Try anything: nothing is delivered, and nobody is charged.
        </p>
      )}
      {waiting > 0 && (
        <p className={styles.notice}>
          <Link className={styles.noticeLink!} to="/t/$slug/colleagues" params={{ slug }}>
            {waiting === 1
              ? 'A colleague asks you to approve an order.'
              : `${waiting} colleagues ask you to approve orders.`}
          </Link>
        </p>
      )}
      {settings.message && <p className={styles.notice}>{settings.message}</p>}
    </div>
  )
}

/** How old the oldest of what the page shows is. */
function useAsOf(): string {
  const { timezone } = usePortal()
  const shown = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: ['portal'], type: 'active' })
  const times = shown.flatMap(({ state }) => (state.dataUpdatedAt > 0 ? [state.dataUpdatedAt] : []))
  return times.length === 0
    ? ''
    : `Prices and stock are as of ${formatDateTime(new Date(Math.min(...times)).toISOString(), timezone)}.`
}

const listenToConnection = (changed: () => void) => onlineManager.subscribe(changed)
