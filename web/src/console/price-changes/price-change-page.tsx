import { Page } from '../../shared/page.tsx'

export function PriceChangePage() {
  return <Page title="Price change" />
}
