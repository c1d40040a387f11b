import { Page } from '../../shared/page.tsx'

export function ResetPasswordPage() {
  return <Page title="Reset your password" />
}
