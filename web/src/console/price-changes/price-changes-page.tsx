import { Page } from '../../shared/page.tsx'

export function PriceChangesPage() {
  return <Page title="Price changes" />
}
