import { TextInput } from '@mantine/core'
import type { OrderLimit } from '../../../server/src/shared/order-limit.ts'
import { BuyerTermsFields, useBuyerTerms } from './buyer-terms.tsx'
import type { BuyerTerms } from './buyer-terms.tsx'
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
  currency: string
  /** What is proposed. */
  orderLimit: OrderLimit
  onClose: () => void
  /** Resolves to the link to send on, where none was mailed. */
  invite: (buyer: { name: string; email: string } & BuyerTerms) => Promise<string | null>
  onLink: (invited: Invited) => void
}

/** Invites a person to buy for a customer: by mail, or without mail by a link to copy. */
export function InviteBuyerDialog({ title, opened, currency, orderLimit, onClose, invite, onLink }: InviteBuyerProps) {
  const { texts, field, setTexts } = useTexts(BLANK)
  const terms = useBuyerTerms({ orderLimit, costCentre: null }, currency)
  const submit = async () => {
    const name = texts.name.trim()
    const email = texts.email.trim()
    throwProblems({
      name: name === '' ? 'Give the person a name.' : undefined,
      email: email === '' ? 'Give the e-mail to invite.' : undefined,
    })
    const link = await invite({ name, email, ...terms.read() })
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
          <BuyerTermsFields terms={terms} fieldError={fieldError} />
        </>
      )}
    </FormDialog>
  )
}
