import { Outlet, Link } from '@tanstack/react-router'
import { useWorkspace } from '../workspace-context.tsx'
import { SETTINGS } from '../shell/places.ts'
import styles from './settings-tabs.module.css'

/** The pages of the settings, each behind a tab with its own address. */
export function SettingsTabs() {
  const { slug } = useWorkspace()
  return (
    <>
      <nav aria-label="Settings" className={`${styles.tabs} no-print`}>
        {SETTINGS.map(({ label, to }) => (
          <Link key={to} to={to} params={{ slug }}>
            {label}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  )
}
