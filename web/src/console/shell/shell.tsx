import { dayOrderByDefault } from '../../../../server/src/shared/read-day.ts'
import { DayOrderContext } from '../../shared/dates.ts'
import {
  ActionIcon,
  Burger,
  Button,
  Drawer,
  Group,
  Kbd,
  Box,
  Menu,
  Text,
  UnstyledButton,
  NavLink,
  Badge,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSearch, IconSelector } from '@tabler/icons-react'
import { Outlet, Link, useLocation, useNavigate } from '@tanstack/react-router'
import { markStart } from '../../shared/dialog.tsx'
import { PaletteProvider, useOpenPalette, usePaletteActions, usePaletteSearch } from '../../shared/palette.tsx'
import { SiteNameProvider } from '../../shared/page.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { Right } from '../../../../server/src/shared/rights.ts'
import { AccountMenu } from './account-menu.tsx'
import styles from './shell.module.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { meQuery, rememberWorkspace } from '../account/me.ts'
import { MenuLink } from '../../shared/menu-link.tsx'
import { PLACES, SETTINGS } from './places.ts'
import { ORDERS_COUNTED } from '../../../../server/src/shared/limits.ts'
import { useDeskViews } from '../orders/desk-counts.ts'
import { countText } from '../orders/order-filter.ts'
import { signOut } from '../../shared/sign-out.tsx'
import { find } from './find.ts'

/** What surrounds every page of a workspace. */
export function Shell() {
  const { name } = useWorkspace()
  return (
    <SiteNameProvider value={name}>
      <PaletteProvider>
        <Frame />
      </PaletteProvider>
    </SiteNameProvider>
  )
}

function Frame() {
  const { slug, currency } = useWorkspace()
  const [opened, { toggle, close }] = useDisclosure()
  usePaletteEntries()
  return (
    <div className={styles.frame}>
      <a href="#main" className="skip-link">
        Skip to the content
      </a>
      <Strip />
      <header className={styles.header}>
        <Group wrap="nowrap" gap="xs" miw={0}>
          <Burger
            opened={opened}
            onClick={toggle}
            hiddenFrom="md"
            size="sm"
            aria-label="Navigation"
            aria-expanded={opened}
          />
          <WorkspaceSwitcher />
        </Group>
        <Group wrap="nowrap" gap="xs" flex="none">
          <OpenPalette />
          <AccountMenu />
        </Group>
      </header>
      <nav className={styles.nav} aria-label="Main">
        <NavLinks slug={slug} />
      </nav>
      <Drawer opened={opened} onClose={close} size={280} title="Navigation" hiddenFrom="md">
        <nav ref={markStart} aria-label="Main">
          <NavLinks slug={slug} onFollow={close} />
        </nav>
      </Drawer>
      <main id="main" tabIndex={-1} className={styles.main}>
        <DayOrderContext value={dayOrderByDefault(currency)}>
          <Outlet />
        </DayOrderContext>
      </main>
    </div>
  )
}

function OpenPalette() {
  const open = useOpenPalette()
  return (
    <>
      <Button
        variant="default"
        color="gray"
        size="xs"
        visibleFrom="sm"
        leftSection={<IconSearch size={14} />}
        rightSection={<Kbd size="xs">{isApple() ? '⌘' : 'Ctrl'} K</Kbd>}
        onClick={open}
      >
        Search or jump to…
      </Button>
      <ActionIcon variant="default" size="lg" hiddenFrom="sm" aria-label="Search or jump to…" onClick={open}>
        <IconSearch size={18} />
      </ActionIcon>
    </>
  )
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}

/** What changes the meaning of everything on the page: that this is the sample, or that nothing can be changed. */
function Strip() {
  const { plan, isSample } = useWorkspace()
  const text =
    plan === 'lapsed'
      ? 'The trial or subscription has ended. Everything can be read, nothing can be changed.'
      : isSample
        ? 'The sample. Try anything: its customers are made up.'
        : null
  if (text === null) return null
  const color = plan === 'lapsed' ? 'red' : 'yellow'
  return (
    <Box
      className={styles.strip}
      component="aside"
      aria-label="Notice"
      c={`var(--mantine-color-${color}-light-color)`}
      style={{ background: `var(--mantine-color-${color}-light)` }}
    >
      {text}
    </Box>
  )
}

/** The workspace's name; for who is in several, the way to the others. */
function WorkspaceSwitcher() {
  const { name, slug } = useWorkspace()
  const { data: me } = useQuery(meQuery)
  useEffect(() => rememberWorkspace(slug), [slug])
  const others = me?.workspaces.filter((workspace) => workspace.slug !== slug) ?? []
  if (others.length === 0) {
    return (
      <Text fw={650} truncate title={name}>
        {name}
      </Text>
    )
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={styles.switcher} aria-label={`Workspace ${name}`}>
          <Text fw={650} truncate title={name}>
            {name}
          </Text>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {others.map((workspace) => (
          <MenuLink key={workspace.slug} to="/w/$slug" params={{ slug: workspace.slug }}>
            {workspace.name}
          </MenuLink>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const ORDERS = '/w/$slug/orders'

/** The navigation: the places of the workspace. */
function NavLinks({ slug, onFollow }: { slug: string; onFollow?: () => void }) {
  const { may } = useWorkspace()
  const { pathname } = useLocation()
  const newOrders = useId()
  const link = ({ label, to, icon: Icon }: (typeof PLACES)[number]) => {
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
  return PLACES.filter(({ needs }) => may(needs)).map(link)
}

/** How many orders wait to be confirmed, beside "Orders", which is described by it. Nothing where none does. */
function NewOrders({ id }: { id: string }) {
  const [first] = useDeskViews().views
  if (!first?.count) return null
  const text = countText(first.count, ORDERS_COUNTED)
  return (
    <>
      <Badge aria-hidden size="sm" circle={text.length < 3} color="indigo" title={`${text} new`}>
        {text}
      </Badge>
      <span id={id} hidden>{`${text} new`}</span>
    </>
  )
}

/** Acts that begin on another page: the page, and the dialog that it opens, if any. */
const ACTS = [
  { label: 'Add product', to: '/w/$slug/products', dialog: 'add', needs: 'products' },
  { label: 'New price change', to: '/w/$slug/price-changes', dialog: 'new', needs: 'priceChanges' },
  { label: 'Add customer', to: '/w/$slug/customers', dialog: 'add-customer', needs: 'customers' },
  { label: 'Place an order', to: '/w/$slug/orders/new', dialog: undefined, needs: 'orders' },
  { label: 'Invite', to: '/w/$slug/settings/people', dialog: 'invite', needs: 'people' },
  { label: 'Create key', to: '/w/$slug/settings/keys', dialog: 'create', needs: 'keys' },
] as const satisfies { label: string; to: string; dialog: string | undefined; needs: Right }[]

/** What the palette offers on every page: all places, what can be begun, and whatever is found by its name or code. */
function usePaletteEntries(): void {
  const { slug, reasonNot, may } = useWorkspace()
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const params = { slug }
  usePaletteActions([
    ...[...PLACES, ...SETTINGS]
      .filter(({ needs }) => may(needs))
      .map((place) => ({
        id: place.to,
        label: place.label,
        group: 'Go to',
        ...('shortcut' in place && { shortcut: place.shortcut }),
        run: () => void navigate({ to: place.to, params }),
      })),
    ...ACTS.filter(({ needs }) => may(needs)).map(({ label, to, dialog, needs }) => ({
      id: label,
      label,
      group: 'Do',
      disabledReason: reasonNot(needs),
      run: () => void navigate({ to, params, search: { dialog } }),
    })),
    { id: 'account', label: 'Your account', group: 'Go to', run: () => void navigate({ to: '/account' }) },
    { id: 'light', label: 'Light theme', group: 'Do', run: () => setColorScheme('light') },
    { id: 'dark', label: 'Dark theme', group: 'Do', run: () => setColorScheme('dark') },
    { id: 'system', label: 'Theme of the system', group: 'Do', run: () => setColorScheme('auto') },
    { id: 'sign-out', label: 'Sign out', group: 'Do', run: () => void signOut('/sign-in') },
  ])
  usePaletteSearch('workspace', async (text, signal) => {
    const found = await find(slug, text, signal)
    return found.map(({ to, ...entry }) => ({
      ...entry,
      run: () => void navigate({ to, params: { slug, id: entry.id } }),
    }))
  })
}
