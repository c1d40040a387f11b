import type { ReactNode } from 'react'
import { AccountMenu } from './account-menu.tsx'
import styles from './plain-frame.module.css'
import { TextLink } from '../../shared/text-link.tsx'

/** What surrounds pages outside a workspace. */
export function PlainFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <header className={styles.header}>
        <TextLink fw={650} to="/" className="standalone-link">
          Trade Catalogue
        </TextLink>
        <AccountMenu />
      </header>
      <main className={styles.main}>{children}</main>
    </>
  )
}
