import { Page } from '../../shared/page.tsx'

export function SetUpPage() {
  return <Page title="Set up" />
}
