import { Button, Group, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { formatDate } from '../../shared/dates.ts'
import type { Invited } from '../../shared/invitation-link.tsx'
import { notify } from '../../shared/toasts.ts'
import { notifyFailure } from '../../shared/undo.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { peopleQuery } from './settings-queries.ts'

type Invitation = components['schemas']['Staff']['invitations'][number]
type InvitationsProps = { invitations: Invitation[]; onLink: (invited: Invited) => void }

/** Invitations that nobody has accepted yet. */
export function Invitations({ invitations, onLink }: InvitationsProps) {
  const { timezone } = useWorkspace()
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        Invitations
      </Title>
      <DataTable
        label="Invitations"
        rows={invitations}
        rowKey={({ id }) => id}
        columns={[
          { key: 'email', header: 'E-mail', cell: ({ email }) => email },
          { key: 'role', header: 'Role', cell: ({ role }) => (role === 'owner' ? 'Owner' : 'Staff') },
          { key: 'expires', header: 'Until', from: 'sm', cell: ({ expiresAt }) => formatDate(expiresAt, timezone) },
          {
            key: 'acts',
            header: 'Actions',
            isHeaderHidden: true,
            align: 'end',
            cell: (row) => <Acts invitation={row} onLink={onLink} />,
          },
        ]}
      />
    </section>
  )
}

function Acts({ invitation: { id, email }, onLink }: { invitation: Invitation; onLink: InvitationsProps['onLink'] }) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const params = { path: { slug, id } }
  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: peopleQuery(slug).queryKey }),
    onError: notifyFailure,
  })
  const showLink = async () => {
    const { data } = await api.POST('/app-api/console/{slug}/people/invitations/{id}/link', { params })
    if (data.link) onLink({ name: email, link: data.link })
  }
  const revoke = async () => {
    await api.DELETE('/app-api/console/{slug}/people/invitations/{id}', { params })
    notify(`The invitation of ${email} was taken back.`)
  }
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button variant="default" size="xs" disabled={isPending} onClick={() => mutate(showLink)}>
        New link
      </Button>
      <Button variant="default" size="xs" disabled={isPending} onClick={() => mutate(revoke)}>
        Take back
      </Button>
    </Group>
  )
}
