import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { InvitationLink } from '../../shared/invitation-link.tsx'
import type { Invited } from '../../shared/invitation-link.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useSearchParam } from '../../shared/search-params.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { Members } from './members.tsx'
import { NeedPasskeys } from './need-passkeys.tsx'
import { OwnersOnly } from './owners-only.tsx'
import { peopleQuery } from './settings-queries.ts'

/** Who works in the workspace, and who is invited to. */
export function PeoplePage() {
  const { me } = useWorkspace()
  if (me.role === 'owner') return <Staff />
  return (
    <OwnersOnly title="People" act="Invite">
      An owner decides who works here: invites people, changes their roles and removes them.
    </OwnersOnly>
  )
}

function Staff() {
  const { slug, reasonNot } = useWorkspace()
  const { data, error, refetch } = useQuery(peopleQuery(slug))
  const [dialog, openDialog] = useSearchParam('dialog')
  const [invited, setInvited] = useState<Invited | null>(null)
  return (
    <Page
      title="People"
      description="Owners also decide about keys, people and settings. Staff do all else."
      actions={
        <GuardedButton reason={reasonNot('own')} onClick={() => openDialog('invite')}>
          Invite
        </GuardedButton>
      }
    >
      <Problem error={error} retry={() => void refetch()} />
      {invited && <InvitationLink invited={invited} onClose={() => setInvited(null)} />}
      <Stack gap="xl">
        <Members members={data?.members} />
        {data && data.invitations.length > 0 && <Invitations invitations={data.invitations} onLink={setInvited} />}
        {data && <NeedPasskeys passkeys={data.passkeys} />}
      </Stack>
      <InviteDialog opened={dialog === 'invite'} onClose={() => openDialog(null)} onLink={setInvited} />
    </Page>
  )
}
