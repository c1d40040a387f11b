import { Page } from '../../shared/page.tsx'

export function OrdersPage() {
  return <Page title="Orders" />
}
