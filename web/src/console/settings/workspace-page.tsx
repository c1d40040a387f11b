import { Page } from '../../shared/page.tsx'

export function WorkspacePage() {
  return <Page title="Workspace" />
}
