import { Page } from '../../shared/page.tsx'

export function ActivityPage() {
  return <Page title="Activity" />
}
