import { Select, TextInput, Alert, Button, CopyButton, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { MAX_CREDIT_LIMIT, ORDER_LIMITS } from '../../../server/src/shared/limits.ts'
import { limitInWords } from '../../../server/src/shared/order-quantity.ts'
import type { OrderLimit } from '../../../server/src/shared/order-quantity.ts'
import { FormDialog } from './form-dialog.tsx'
import { throwProblems, useTexts } from './form.tsx'
import { formatMoney, MoneyInput, moneyText, parseMoney } from './money.tsx'
import { notify } from './toasts.tsx'

/** On what terms a buyer orders. */
export type BuyerTerms = { orderLimit: OrderLimit; costCentre: string | null }

const KINDS = [
  { value: 'any', label: 'Any sum' },
  { value: 'limit', label: 'Up to a sum' },
  { value: 'nothing', label: 'Nothing: prepares baskets' },
]

/** "Any sum", "Up to £500.00" or "Prepares baskets" */
export function limitLabel(limit: OrderLimit, currency: string): string {
  if (limit === 0) return 'Prepares baskets'
  const words = limitInWords(limit, (minor) => formatMoney(minor, currency))
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What was saved: "Ida Third may order up to £500.00." */
export function savedTerms(name: string, { orderLimit, costCentre }: Partial<BuyerTerms>, currency: string): string {
  if (orderLimit !== undefined) {
    return `${name} may order ${limitInWords(orderLimit, (minor) => formatMoney(minor, currency))}.`
  }
  return costCentre ? `Orders of ${name} say ${costCentre}.` : `Orders of ${name} say no cost centre.`
}

/** The terms as somebody types them. `read` throws what is wrong at its field. */
function useBuyerTerms(initial: BuyerTerms, currency: string) {
  const { orderLimit } = initial
  const [kind, setKind] = useState(orderLimit === null ? 'any' : orderLimit === 0 ? 'nothing' : 'limit')
  const [limit, setLimit] = useState(orderLimit ? moneyText(orderLimit, currency) : '')
  const [costCentre, setCostCentre] = useState(initial.costCentre ?? '')
  const read = (): BuyerTerms => {
    const typed = parseMoney(limit, currency, { max: MAX_CREDIT_LIMIT })
    const missing = typed.value ? undefined : 'Write the largest sum, above zero.'
    throwProblems({ orderLimit: kind === 'limit' ? (typed.problem ?? missing) : undefined })
    const sum = kind === 'limit' ? typed.value! : kind === 'any' ? null : 0
    return { orderLimit: sum, costCentre: costCentre.trim() || null }
  }
  return { kind, setKind, limit, setLimit, costCentre, setCostCentre, currency, read }
}

type FieldsProps = {
  terms: ReturnType<typeof useBuyerTerms>
  /** Whether the limit stays as it is. */
  isLimitFixed?: boolean
  fieldError: (path: string) => string | undefined
}

/** Up to which sum a buyer may order, and the cost centre. */
function BuyerTermsFields({ terms, isLimitFixed = false, fieldError }: FieldsProps) {
  const isLimited = !isLimitFixed && terms.kind === 'limit'
  return (
    <>
      {!isLimitFixed && (
        <Select
          label="May order"
          description="In one order, before tax. For more, a colleague is asked to approve it."
          data={KINDS}
          value={terms.kind}
          allowDeselect={false}
          error={isLimited ? undefined : fieldError('orderLimit')}
          onChange={(kind) => terms.setKind(kind ?? 'any')}
        />
      )}
      {isLimited && (
        <MoneyInput
          label="Limit"
          name="orderLimit"
          required
          currency={terms.currency}
          max={MAX_CREDIT_LIMIT}
          value={terms.limit}
          onChange={terms.setLimit}
          error={fieldError('orderLimit')}
        />
      )}
      <TextInput
        label="Cost centre"
        description="Or another reference. It is shown on each order."
        name="costCentre"
        autoComplete="off"
        maxLength={ORDER_LIMITS.costCentre}
        value={terms.costCentre}
        error={fieldError('costCentre')}
        onChange={(event) => terms.setCostCentre(event.currentTarget.value)}
      />
    </>
  )
}

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
