import { Page } from '../../shared/page.tsx'

export function ProductsPage() {
  return <Page title="Products" />
}
