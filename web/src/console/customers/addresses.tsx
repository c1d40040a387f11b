import { Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_ADDRESSES } from '../../../../server/src/shared/limits.ts'
import { streetInWords } from '../../../../server/src/shared/where-and-when.ts'
import { AddressFields, addressOf, textsOf } from '../../shared/address-fields.tsx'
import type { Address } from '../../shared/address-fields.tsx'
import { api } from '../../shared/api.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { Section } from '../../shared/section.tsx'
import { notifyFailure, notifyWithUndo } from '../../shared/undo.tsx'
import { useTexts } from '../../shared/use-texts.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { customersKey } from './customer-queries.ts'
import type { Customer } from './customer-queries.ts'

type Edited = { address: Address | null } | null

/** Where orders of the customer can be delivered. Each change is saved at once. */
export function Addresses({ customer }: { customer: Customer }) {
  const { reasonNot } = useWorkspace()
  const [edited, setEdited] = useState<Edited>(null)
  const save = useSaveAddresses(customer)
  const { addresses } = customer
  const reason =
    reasonNot('write') ?? (addresses.length >= MAX_ADDRESSES ? `There are ${MAX_ADDRESSES} already: remove one.` : null)
  const remove = async ({ id }: Address) => {
    const saved = await save(
      addresses.filter((one) => one.id !== id),
      customer.version,
    )
    notifyWithUndo('The address is removed.', async () => void (await save(addresses, saved.version)))
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
                  </Text>
                </div>
                <Group gap={4} wrap="nowrap">
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    disabled={reasonNot('write') !== null}
                    aria-label={`Change ${address.name}`}
                    onClick={() => setEdited({ address })}
                  >
                    Change
                  </Button>
                  <Button
                    variant="subtle"
                    color="gray"
                    size="compact-sm"
                    disabled={reasonNot('write') !== null}
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
