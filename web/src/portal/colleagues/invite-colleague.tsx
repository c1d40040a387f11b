import { Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import type { Invited } from '../../shared/invitation-link.tsx'
import { notify } from '../../shared/toasts.ts'
import { throwProblems } from '../../shared/use-submit.ts'
import { usePortal } from '../portal-context.tsx'
import { colleaguesQuery } from './colleague-queries.ts'
import { ROLES } from './roles.ts'

const BLANK = { name: '', email: '', role: 'order' }

type InviteColleagueProps = { opened: boolean; onClose: () => void; onLink: (invited: Invited) => void }

/** Invites somebody to buy for the same customer: by mail, or without mail by a link to copy. */
export function InviteColleague({ opened, onClose, onLink }: InviteColleagueProps) {
  const { slug } = usePortal()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState(BLANK)
  const change = (changes: Partial<typeof BLANK>) => setTyped((before) => ({ ...before, ...changes }))
  const invite = async () => {
    const name = typed.name.trim()
    const email = typed.email.trim()
    throwProblems({
      name: name === '' ? 'Give the person a name.' : undefined,
      email: email === '' ? 'Give the e-mail to invite.' : undefined,
    })
    const { data } = await api.POST('/app-api/portal/{slug}/colleagues', {
      params: { path: { slug } },
      body: { name, email, mayOrder: typed.role === 'order' },
    })
    setTyped(BLANK)
    if (data!.data.link) onLink({ name, link: data!.data.link })
    else notify(`${name} gets a link by mail.`)
    await queryClient.invalidateQueries(colleaguesQuery(slug))
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Invite colleague"
      submitLabel="Invite colleague"
      onSubmit={invite}
    >
      {(fieldError) => (
        <>
          <TextInput
            label="Name"
            required
            data-autofocus
            value={typed.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            error={fieldError('name')}
            autoComplete="off"
          />
          <TextInput
            label="E-mail"
            type="email"
            required
            value={typed.email}
            onChange={(event) => change({ email: event.currentTarget.value })}
            error={fieldError('email')}
            autoComplete="off"
          />
          <Select
            label="Role"
            data={ROLES}
            value={typed.role}
            allowDeselect={false}
            onChange={(role) => change({ role: role ?? BLANK.role })}
          />
        </>
      )}
    </FormDialog>
  )
}
