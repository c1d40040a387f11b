import { Page } from '../../shared/page.tsx'

export function CustomerPage() {
  return <Page title="Customer" />
}
