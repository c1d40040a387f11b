import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AccountMenu } from './account-menu.tsx'
import styles from './plain-frame.module.css'

/** What surrounds pages outside a workspace. */
export function PlainFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <header className={styles.header}>
        <Anchor fw={650} renderRoot={(props) => <Link {...props} to="/" />}>
          Trade Catalogue
        </Anchor>
        <AccountMenu />
      </header>
      <main className={styles.main}>{children}</main>
    </>
  )
}
