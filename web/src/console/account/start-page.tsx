import { Page } from '../../shared/page.tsx'

export function StartPage() {
  return <Page title="Trade Catalogue" />
}
