import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { Empty } from '../../shared/empty.tsx'
import { Page } from '../../shared/page.tsx'

/** What staff see of a page that is for owners: what it is for, and why they cannot use it. */
export function OwnersOnly({ title, act, children }: { title: string; act: string; children: string }) {
  return (
    <Page title={title} actions={<GuardedButton reason="Only an owner can do this.">{act}</GuardedButton>}>
      <Empty title="This is for owners">{children}</Empty>
    </Page>
  )
}
