import { Page } from '../../shared/page.tsx'

export function KeysPage() {
  return <Page title="API keys" />
}
