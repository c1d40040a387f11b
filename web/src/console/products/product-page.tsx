import { Page } from '../../shared/page.tsx'

export function ProductPage() {
  return <Page title="Product" />
}
