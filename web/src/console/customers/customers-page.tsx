import { Page } from '../../shared/page.tsx'

export function CustomersPage() {
  return <Page title="Customers" />
}
