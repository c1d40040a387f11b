import { CloseButton, Group, Paper, Stack, Text } from '@mantine/core'
import { SearchSelect } from '../../shared/search-select.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { searchCustomers } from '../choices.ts'

export type PickedCustomer = { id: string; name: string; accountCode: string | null }

type CustomerPickerProps = {
  picked: PickedCustomer[]
  onChange: (picked: PickedCustomer[]) => void
  error?: string | undefined
  disabled?: boolean
  /** Of the list of those that are chosen. */
  label?: string
  /** Said while none is. */
  none?: string
}

/** Customers, chosen one after another. */
export function CustomerPicker({
  picked,
  onChange,
  error,
  disabled = false,
  label = 'Customers that see it',
  none = 'No customer is chosen: nobody sees it.',
}: CustomerPickerProps) {
  const { slug } = useWorkspace()
  const add = (id: string, name: string, accountCode: string | null) => {
    if (!picked.some((customer) => customer.id === id)) onChange([...picked, { id, name, accountCode }])
  }
  return (
    <Stack gap="xs">
      <SearchSelect
        label="Add a customer"
        placeholder="Name or account code"
        value={null}
        onChange={(choice) => choice && add(choice.value, choice.label, choice.description ?? null)}
        searchKey={['console', slug, 'customers', 'choices']}
        search={(text, signal) => searchCustomers(slug, text, signal)}
        error={error}
        disabled={disabled}
      />
      <Group component="ul" gap="xs" p={0} m={0} aria-label={label}>
        {picked.map(({ id, name, accountCode }) => (
          <Paper key={id} component="li" withBorder px="xs" py={2} style={{ listStyle: 'none' }}>
            <Group gap={4} wrap="nowrap">
              <Text size="sm">
                {name} {accountCode && `(${accountCode})`}
              </Text>
              <CloseButton
                size="sm"
                aria-label={`Remove ${name}`}
                disabled={disabled}
                onClick={() => onChange(picked.filter((customer) => customer.id !== id))}
              />
            </Group>
          </Paper>
        ))}
      </Group>
      {picked.length === 0 && (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      )}
    </Stack>
  )
}
