import { Select, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { DataTable } from '../../shared/data-table.tsx'
import { formatDate } from '../../shared/dates.ts'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { notify } from '../../shared/toasts.ts'
import { notifyFailure } from '../../shared/undo.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { ROLES } from './invite-dialog.tsx'
import { withTakenBack } from '../taken-back.ts'
import { peopleQuery } from './settings-queries.ts'

type Member = components['schemas']['Staff']['members'][number]

/** The members, each with the role and the way out. */
export function Members({ members }: { members: Member[] | undefined }) {
  const { slug, timezone, me } = useWorkspace()
  const [leaving, setLeaving] = useState<Member | null>(null)
  const queryClient = useQueryClient()
  const remove = async ({ id, name }: Member) => {
    const { data } = await api.DELETE('/app-api/console/{slug}/people/{id}', { params: { path: { slug, id } } })
    if (id === me.id) return location.assign('/')
    notify(withTakenBack(`${name} is no longer a member.`, data.invitationsTakenBack))
    await queryClient.invalidateQueries({ queryKey: peopleQuery(slug).queryKey })
  }
  return (
    <>
      <DataTable
        label="Members"
        rows={members}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'name',
            header: 'Name',
            cell: ({ id, name, email }) => (
              <>
                {name} {id === me.id && '(you)'}
                <Text size="xs" c="dimmed">
                  {email}
                </Text>
              </>
            ),
          },
          { key: 'role', header: 'Role', width: 120, cell: (member) => <RoleSelect member={member} /> },
          {
            key: 'passkey',
            header: 'Passkey',
            from: 'sm',
            width: 100,
            cell: ({ hasPasskey }) => (hasPasskey ? 'Yes' : 'No'),
          },
          {
            key: 'joined',
            header: 'Since',
            from: 'sm',
            width: 140,
            cell: ({ joinedAt }) => formatDate(joinedAt, timezone),
          },
          {
            key: 'remove',
            header: 'Actions',
            isHeaderHidden: true,
            width: 120,
            align: 'end',
            cell: (member) => <RemoveButton member={member} onClick={() => setLeaving(member)} />,
          },
        ]}
      />
      <ConfirmDialog
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        title={leaving?.id === me.id ? 'Leave this workspace?' : `Remove ${leaving?.name}?`}
        effect="All that was done stays as it is. Access ends at once, everywhere, and open invitations that they made no longer work."
        confirmLabel={leaving?.id === me.id ? 'Leave' : 'Remove'}
        danger
        onConfirm={() => remove(leaving!)}
      />
    </>
  )
}

function RemoveButton({ member, onClick }: { member: Member; onClick: () => void }) {
  const { me, reasonNot } = useWorkspace()
  const act = member.id === me.id ? 'Leave' : 'Remove'
  return (
    <GuardedButton reason={reasonNot('own')} variant="default" size="xs" onClick={onClick}>
      {act}
    </GuardedButton>
  )
}

function RoleSelect({ member }: { member: Member }) {
  const { slug, reasonNot } = useWorkspace()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (role: Member['role']) =>
      api.PUT('/app-api/console/{slug}/people/{id}/role', {
        params: { path: { slug, id: member.id } },
        body: { role },
      }),
    onSuccess: ({ data }) => {
      const { invitationsTakenBack } = data
      if (invitationsTakenBack.length > 0) notify(withTakenBack('The role is changed.', invitationsTakenBack))
      return queryClient.invalidateQueries({ queryKey: ['console', slug] })
    },
    onError: notifyFailure,
  })
  return (
    <Select
      aria-label={`Role of ${member.name}`}
      data={ROLES}
      value={member.role}
      onChange={(role) => role && role !== member.role && mutate(role)}
      allowDeselect={false}
      disabled={isPending || reasonNot('own') !== null}
      size="xs"
    />
  )
}
