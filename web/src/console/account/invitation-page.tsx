import { Page } from '../../shared/page.tsx'

export function InvitationPage() {
  return <Page title="Join" />
}
