import { Page } from '../../shared/page.tsx'

export function ExplainPricePage() {
  return <Page title="Explain a price" />
}
