import { Page } from '../../shared/page.tsx'

export function SignInPage() {
  return <Page title="Sign in" />
}
