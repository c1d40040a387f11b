import { Box, Button, Fieldset, Group, SimpleGrid, Stack, Textarea, TextInput, Text } from '@mantine/core'
import { Form, useSubmit, useTexts } from '../../shared/form.tsx'
import { LabelledSwitch } from '../../shared/labelled-switch.tsx'
import { MoneyInput, formatMoney } from '../../shared/money.tsx'
import { Problem } from '../../shared/problem.tsx'
import { SaveButton, GuardedButton } from '../../shared/disabled-reason.tsx'
import { ChangedByOthers } from '../changed-by-others.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { writtenOut } from './use-terms-draft.ts'
import { FIELD_LABELS } from './customer-labels.ts'
import type { FieldName } from './customer-labels.ts'
import { customersKey } from './customer-queries.ts'
import type { Customer } from './customer-queries.ts'
import type { TermsDraft } from './use-terms-draft.ts'
import { MAX_CREDIT_LIMIT, MAX_ADDRESSES } from '../../../../server/src/shared/limits.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { streetInWords } from '../../../../server/src/shared/read-day.ts'
import { AddressFields, addressOf, textsOf } from '../../shared/address-fields.tsx'
import type { Address } from '../../shared/address-fields.tsx'
import { api } from '../../shared/api.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { Section } from '../../shared/page.tsx'
import { notifyFailure, notifyWithUndo } from '../../shared/toasts.tsx'

/** The account of a customer: who it is, how it pays, notes. Saved by hand; a save can be undone. */
export function TermsTab({ customer, draft }: { customer: Customer; draft: TermsDraft }) {
  const { currency, reasonNot } = useWorkspace()
  const { submit, pending, fieldError, problem, forget, reset } = useSubmit(draft.save)
  const decide = (act: () => void) => () => {
    reset()
    act()
  }
  const fields = <TermsFields draft={draft} openBalance={customer.openBalance} fieldError={fieldError} />
  return (
    <>
      <Form
        aria-label="Terms"
        onFieldChange={forget}
        onSubmit={() => draft.isDirty && !draft.isBehind && void submit()}
      >
        <Stack gap="md" maw={860}>
          {fields}
          {draft.isBehind ? (
            <ChangedByOthers
              what="customer"
              lines={writtenOut(draft.base, customer, currency)}
              onKeepMine={decide(draft.rebase)}
              onTakeTheirs={decide(draft.discard)}
            />
          ) : (
            <Problem error={problem()} />
          )}
          <Group>
            <SaveButton pending={pending} reason={reasonNot('customers')} disabled={!draft.isDirty || draft.isBehind} />
            {draft.isDirty && (
              <Button variant="default" onClick={decide(draft.discard)}>
                Discard changes
              </Button>
            )}
          </Group>
        </Stack>
      </Form>
      <Box mt="lg">
        <Addresses customer={customer} />
      </Box>
    </>
  )
}

type TermsFieldsProps = {
  draft: TermsDraft
  openBalance: number | null
  fieldError: (path: string) => string | undefined
}

function TermsFields({ draft: { fields, set }, openBalance, fieldError }: TermsFieldsProps) {
  const { currency } = useWorkspace()
  const text = (name: Exclude<FieldName, 'poRequired' | 'active'>) => ({
    label: FIELD_LABELS[name],
    value: fields[name],
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
    error: fieldError(name),
    autoComplete: 'off',
  })
  const flag = (name: 'poRequired' | 'active') => ({
    label: FIELD_LABELS[name],
    checked: fields[name],
    onChange: (event: { currentTarget: { checked: boolean } }) => set(name, event.currentTarget.checked),
  })
  return (
    <>
      <Fieldset legend="Account">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput required {...text('name')} />
          <TextInput {...text('accountCode')} />
          <TextInput type="email" {...text('email')} />
          <TextInput type="tel" {...text('phone')} />
          <TextInput {...text('contactName')} />
        </SimpleGrid>
      </Fieldset>
      <Fieldset legend="Payment">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput {...text('paymentTermsDays')} inputMode="numeric" description="Days until an invoice is due" />
          <MoneyInput
            {...text('creditLimit')}
            currency={currency}
            max={MAX_CREDIT_LIMIT}
            onChange={(value) => set('creditLimit', value)}
            description="Blank: no limit"
          />
          <MoneyInput
            {...text('minOrderValue')}
            currency={currency}
            max={MAX_CREDIT_LIMIT}
            onChange={(value) => set('minOrderValue', value)}
            description="Before tax. Blank: that of the price group, else of “Ordering”. 0: none"
          />
          <TextInput
            label="Open balance"
            description="What the customer owes, as your ERP says"
            value={openBalance === null ? 'Not known' : formatMoney(openBalance, currency)}
            readOnly
          />
          <LabelledSwitch {...flag('poRequired')} description="Orders need a purchase order number" />
          <LabelledSwitch {...flag('active')} description="An inactive customer cannot order" />
        </SimpleGrid>
      </Fieldset>
      <Textarea {...text('notes')} autosize minRows={3} description="For your staff; the customer does not see them" />
    </>
  )
}

type Edited = { address: Address | null } | null

/** Where orders of the customer can be delivered. Each change is saved at once. */
function Addresses({ customer }: { customer: Customer }) {
  const { reasonNot } = useWorkspace()
  const [edited, setEdited] = useState<Edited>(null)
  const save = useSaveAddresses(customer)
  const { addresses } = customer
  const reason =
    reasonNot('buyers') ??
    (addresses.length >= MAX_ADDRESSES ? `There are ${MAX_ADDRESSES} already: remove one.` : null)
  const remove = async ({ id }: Address) => {
    const saved = await save(
      addresses.filter((one) => one.id !== id),
      customer.version,
    )
    notifyWithUndo('The address was removed.', async () => void (await save(addresses, saved.version)))
  }
  return (
    <Section title="Delivery addresses">
      <Stack gap="xs" maw={860}>
        {addresses.length === 0 && <Text c="dimmed">None yet: orders have no address.</Text>}
        {addresses.length > 0 && (
          <ul aria-label="Delivery addresses" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {addresses.map((address) => (
              <Group key={address.id} component="li" justify="space-between" wrap="nowrap" py={4}>
                <div>
                  <Text fw={600}>{address.name}</Text>
                  <Text size="sm" c="dimmed">
                    {streetInWords(address)} · {address.id}
                    {address.source === 'buyer' && ' · added by a buyer'}
                  </Text>
                </div>
                <Group gap={4} wrap="nowrap">
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    disabled={reasonNot('buyers') !== null}
                    aria-label={`Change ${address.name}`}
                    onClick={() => setEdited({ address })}
                  >
                    Change
                  </Button>
                  <Button
                    variant="subtle"
                    color="gray"
                    size="compact-sm"
                    disabled={reasonNot('buyers') !== null}
                    aria-label={`Remove ${address.name}`}
                    onClick={() => void remove(address).catch(notifyFailure)}
                  >
                    Remove
                  </Button>
                </Group>
              </Group>
            ))}
          </ul>
        )}
        <Group>
          <GuardedButton reason={reason} variant="default" onClick={() => setEdited({ address: null })}>
            Add address
          </GuardedButton>
        </Group>
      </Stack>
      {edited && (
        <AddressDialog
          address={edited.address}
          onSave={(typed) => save(withAddress(addresses, edited.address, typed), customer.version)}
          onClose={() => setEdited(null)}
        />
      )}
    </Section>
  )
}

type Typed = ReturnType<typeof addressOf>

function withAddress(addresses: readonly Address[], before: Address | null, typed: Typed) {
  if (!before) return [...addresses, typed]
  return addresses.map((one) => (one.id === before.id ? { ...typed, id: before.id } : one))
}

type AddressDialogProps = { address: Address | null; onSave: (typed: Typed) => Promise<unknown>; onClose: () => void }

function AddressDialog({ address, onSave, onClose }: AddressDialogProps) {
  const { texts, field } = useTexts(textsOf(address))
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={address ? 'Change address' : 'Add address'}
      onSubmit={async () => void (await onSave(addressOf(texts)))}
    >
      {(fieldError) => (
        // The service names the address by its place in the list.
        <AddressFields field={field} fieldError={(path) => fieldError(path) ?? ofAny(fieldError, path)} />
      )}
    </FormDialog>
  )
}

function ofAny(fieldError: (path: string) => string | undefined, path: string): string | undefined {
  return Array.from({ length: MAX_ADDRESSES }, (_, i) => fieldError(`addresses.${i}.${path}`)).find(Boolean)
}

function useSaveAddresses(customer: Customer) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  return async (addresses: (Typed & { id?: string })[], version: string) => {
    const { data } = await api.PATCH('/app-api/console/{slug}/customers/{id}', {
      params: { path: { slug, id: customer.id } },
      body: { addresses, version },
    })
    queryClient.setQueryData([...customersKey(slug), customer.id], { ...customer, ...data })
    return data
  }
}
