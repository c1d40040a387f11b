import { Page } from '../../shared/page.tsx'

export function PeoplePage() {
  return <Page title="People" />
}
