import { Page } from '../../shared/page.tsx'

export function OrderPage() {
  return <Page title="Order" />
}
