import { ActionIcon, Burger, Button, Drawer, Group, Kbd } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { markStart } from '../../shared/dialog.tsx'
import { PaletteProvider, useOpenPalette } from '../../shared/palette.tsx'
import { PlaceProvider } from '../../shared/place.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { AccountMenu } from './account-menu.tsx'
import { NavLinks } from './nav-links.tsx'
import styles from './shell.module.css'
import { Strip } from './strip.tsx'
import { usePaletteEntries } from './use-palette-entries.ts'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'

/** What surrounds every page of a workspace. */
export function Shell() {
  const { name } = useWorkspace()
  return (
    <PlaceProvider value={name}>
      <PaletteProvider>
        <Frame />
      </PaletteProvider>
    </PlaceProvider>
  )
}

function Frame() {
  const { slug } = useWorkspace()
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
        <Outlet />
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
