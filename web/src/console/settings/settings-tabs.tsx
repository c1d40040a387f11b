import { Outlet, Link } from '@tanstack/react-router'
import { Box } from '@mantine/core'
import { useWorkspace } from '../workspace-context.tsx'
import { SETTINGS } from '../shell/places.ts'
import tabs from '../../shared/link-tabs.module.css'

/** The pages of the settings, each behind a tab with its own address. */
export function SettingsTabs() {
  const { slug, may } = useWorkspace()
  return (
    <>
      <Box component="nav" aria-label="Settings" className={`${tabs.tabs} no-print`} mb="md">
        {SETTINGS.filter(({ needs }) => may(needs)).map(({ label, to }) => (
          <Link key={to} to={to} params={{ slug }}>
            {label}
          </Link>
        ))}
      </Box>
      <Outlet />
    </>
  )
}
