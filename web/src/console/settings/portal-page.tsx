import { Page } from '../../shared/page.tsx'

export function PortalPage() {
  return <Page title="Trade portal" />
}
