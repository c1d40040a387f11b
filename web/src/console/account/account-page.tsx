import { Page } from '../../shared/page.tsx'

export function AccountPage() {
  return <Page title="Your account" />
}
