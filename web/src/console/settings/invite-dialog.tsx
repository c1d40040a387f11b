import { Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import type { Invited } from '../../shared/invitation-link.tsx'
import { notify } from '../../shared/toasts.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { peopleQuery } from './settings-queries.ts'

export const ROLES = [
  { value: 'staff', label: 'Staff' },
  { value: 'owner', label: 'Owner' },
] as const

type Role = 'owner' | 'staff'

type InviteDialogProps = {
  opened: boolean
  onClose: () => void
  /** Gets the link to send on, where none was mailed. */
  onLink: (invited: Invited) => void
}

/** Invites somebody to the staff, by their e-mail. */
export function InviteDialog({ opened, onClose, onLink }: InviteDialogProps) {
  const { slug, name } = useWorkspace()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('staff')
  const queryClient = useQueryClient()
  const invite = async () => {
    const params = { path: { slug } }
    const { data } = await api.POST('/app-api/console/{slug}/people/invitations', { params, body: { email, role } })
    void queryClient.invalidateQueries({ queryKey: peopleQuery(slug).queryKey })
    if (data.link) onLink({ name: email, link: data.link })
    else notify(`${email} gets a link by mail.`)
    setEmail('')
  }
  return (
    <FormDialog opened={opened} onClose={onClose} title={`Invite to ${name}`} submitLabel="Invite" onSubmit={invite}>
      {(fieldError) => (
        <>
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={fieldError('email')}
          />
          <Select
            label="Role"
            data={ROLES}
            value={role}
            onChange={(chosen) => chosen && setRole(chosen)}
            allowDeselect={false}
            error={fieldError('role')}
          />
        </>
      )}
    </FormDialog>
  )
}
