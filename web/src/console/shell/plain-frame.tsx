import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { lazyPart } from '../../shared/lazy-part.ts'
import styles from './plain-frame.module.css'
import { TextLink } from '../../shared/links.tsx'

// It is much to fetch for who is invited, and has no account yet.
const AccountMenu = lazyPart(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }))

/** What surrounds pages outside a workspace. */
export function PlainFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <header className={styles.header}>
        <TextLink fw={650} to="/" className="standalone-link">
          Trade Catalogue
        </TextLink>
        <Suspense>
          <AccountMenu />
        </Suspense>
      </header>
      <main className={styles.main}>{children}</main>
    </>
  )
}
