import { useSuspenseQuery } from '@tanstack/react-query'
import { Page } from '../../shared/page.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { PortalForm } from './portal-form.tsx'
import { PortalLogo } from './portal-logo.tsx'
import { portalSettingsQuery } from './settings-queries.ts'

/** What buyers see in the trade portal. */
export function PortalPage() {
  const { slug } = useWorkspace()
  const { data: settings } = useSuspenseQuery(portalSettingsQuery(slug))
  return (
    <Page title="Trade portal" description={`What your buyers see at ${location.origin}/t/${slug}.`}>
      {/* Its own form for each state that it was opened with. */}
      <PortalForm key={settings.version} settings={settings} />
      <PortalLogo logo={settings.logo} />
    </Page>
  )
}
