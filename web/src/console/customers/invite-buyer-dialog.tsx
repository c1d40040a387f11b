import { Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { notify } from '../../shared/toasts.ts'
import { throwProblems } from '../../shared/use-submit.ts'
import { useWorkspace } from '../workspace-context.tsx'
import type { Invited } from '../../shared/invitation-link.tsx'
import { customersKey } from './customer-queries.ts'
import type { Customer } from './customer-queries.ts'

type InviteBuyerProps = { customer: Customer; onInvited: (invited: Invited) => void; onClose: () => void }

/** Invites a person to order for the customer, by mail; without mail, by a link to copy. */
export function InviteBuyerDialog({ customer, onInvited, onClose }: InviteBuyerProps) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState('order')
  const invite = async () => {
    throwProblems({
      name: name.trim() === '' ? 'Give the person a name.' : undefined,
      email: email.trim() === '' ? 'Give the e-mail to invite.' : undefined,
    })
    const { data } = await api.POST('/app-api/console/{slug}/customers/{id}/buyers', {
      params: { path: { slug, id: customer.id } },
      body: { name, email, mayOrder: role === 'order' },
    })
    void queryClient.invalidateQueries({ queryKey: customersKey(slug) })
    if (data!.data.link) onInvited({ name, link: data!.data.link })
    else notify(`${name} gets a link by mail.`)
  }
  return (
    <FormDialog opened onClose={onClose} title="Invite buyer" submitLabel="Invite buyer" onSubmit={invite}>
      {(fieldError) => (
        <>
          <TextInput
            label="Name"
            required
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fieldError('name')}
            autoComplete="off"
          />
          <TextInput
            label="E-mail"
            type="email"
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={fieldError('email')}
            autoComplete="off"
          />
          <Select
            label="Role"
            data={[
              { value: 'order', label: 'May order' },
              { value: 'prepare', label: 'May prepare a basket' },
            ]}
            value={role}
            allowDeselect={false}
            onChange={(value) => setRole(value ?? 'order')}
          />
        </>
      )}
    </FormDialog>
  )
}
