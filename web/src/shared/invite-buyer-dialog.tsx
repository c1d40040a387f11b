import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { BUYER_ROLES } from './buyer-roles.ts'
import { FormDialog } from './form-dialog.tsx'
import type { Invited } from './invitation-link.tsx'
import { notify } from './toasts.ts'
import { throwProblems } from './use-submit.ts'
import { useTexts } from './use-texts.ts'

const BLANK = { name: '', email: '' }

type InviteBuyerProps = {
  /** The name of the dialog and of its button. */
  title: string
  opened: boolean
  onClose: () => void
  /** Resolves to the link to send on, where none was mailed. */
  invite: (buyer: { name: string; email: string; mayOrder: boolean }) => Promise<string | null>
  onLink: (invited: Invited) => void
}

/** Invites a person to buy for a customer: by mail, or without mail by a link to copy. */
export function InviteBuyerDialog({ title, opened, onClose, invite, onLink }: InviteBuyerProps) {
  const { texts, field, setTexts } = useTexts(BLANK)
  const [role, setRole] = useState('order')
  const submit = async () => {
    const name = texts.name.trim()
    const email = texts.email.trim()
    throwProblems({
      name: name === '' ? 'Give the person a name.' : undefined,
      email: email === '' ? 'Give the e-mail to invite.' : undefined,
    })
    const link = await invite({ name, email, mayOrder: role === 'order' })
    setTexts(BLANK)
    if (link) onLink({ name, link })
    else notify(`${name} gets a link by mail.`)
  }
  return (
    <FormDialog opened={opened} onClose={onClose} title={title} onSubmit={submit}>
      {(fieldError) => (
        <>
          <TextInput {...field('name')} label="Name" required error={fieldError('name')} autoComplete="off" />
          <TextInput
            {...field('email')}
            label="E-mail"
            type="email"
            required
            error={fieldError('email')}
            autoComplete="off"
          />
          <Select
            label="Role"
            data={BUYER_ROLES}
            value={role}
            allowDeselect={false}
            onChange={(chosen) => setRole(chosen ?? 'order')}
          />
        </>
      )}
    </FormDialog>
  )
}
