import { Page } from '../../shared/page.tsx'

export function HomePage() {
  return <Page title="Home" />
}
