import { TextInput, Alert, Button, CopyButton, Group, Text } from '@mantine/core'
import type { OrderLimit } from '../../../server/src/shared/order-quantity.ts'
import { BuyerTermsFields, useBuyerTerms } from './buyer-terms.tsx'
import type { BuyerTerms } from './buyer-terms.tsx'
import { FormDialog } from './form-dialog.tsx'
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

/** For whom, and the link. */
export type Invited = { name: string; link: string }

/** The link of an invitation, where no mail is sent: to copy, and to send on. It is shown once. */
export function InvitationLink({ invited, onClose }: { invited: Invited; onClose: () => void }) {
  return (
    <Alert
      title={`Send this link to ${invited.name}`}
      withCloseButton
      onClose={onClose}
      closeButtonLabel="Close"
      mb="md"
    >
      <Text size="sm" mb="xs">
        It works once, within seven days, and is not shown again.
      </Text>
      <Group gap="xs" wrap="nowrap" align="flex-end">
        <TextInput label="Invitation link" value={invited.link} readOnly flex={1} />
        <CopyButton value={invited.link}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy link'}</Button>}
        </CopyButton>
      </Group>
    </Alert>
  )
}

type EditBuyerProps = {
  buyer: BuyerTerms & { name: string }
  currency: string
  isLimitFixed?: boolean
  onClose: () => void
  /** Gets what was changed, and what that was before. */
  save: (changes: Partial<BuyerTerms>, before: Partial<BuyerTerms>) => Promise<unknown>
}

/** Changes up to which sum a buyer may order, and the cost centre. */
export function EditBuyerDialog({ buyer, currency, isLimitFixed = false, onClose, save }: EditBuyerProps) {
  const terms = useBuyerTerms(buyer, currency)
  const submit = async () => {
    const { orderLimit, costCentre } = terms.read()
    const limitChanges = !isLimitFixed && orderLimit !== buyer.orderLimit
    const centreChanges = costCentre !== buyer.costCentre
    if (!limitChanges && !centreChanges) return
    await save(
      { ...(limitChanges && { orderLimit }), ...(centreChanges && { costCentre }) },
      {
        ...(limitChanges && { orderLimit: buyer.orderLimit }),
        ...(centreChanges && { costCentre: buyer.costCentre }),
      },
    )
  }
  return (
    <FormDialog title={`Change ${buyer.name}`} submitLabel="Change" onClose={onClose} onSubmit={submit}>
      {(fieldError) => <BuyerTermsFields terms={terms} isLimitFixed={isLimitFixed} fieldError={fieldError} />}
    </FormDialog>
  )
}
