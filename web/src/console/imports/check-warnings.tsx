import { Alert, List } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { countsByField } from './field-names.ts'
import type { Check, Import } from './import-queries.ts'

/** What is odd about the file, and what it takes away. */
export function CheckWarnings({ data, check }: { data: Import; check: Check }) {
  const { warnings, unknownCustomers, cleared } = check
  const all = [
    ...warnings,
    ...(Object.keys(cleared).length > 0 ? [`These values will be emptied: ${countsByField(data, cleared)}.`] : []),
    ...(unknownCustomers.length > 0
      ? [`No customer has these codes or e-mails, so they see nothing: ${unknownCustomers.join(', ')}.`]
      : []),
  ]
  if (all.length === 0) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />} role="region" aria-label="Warnings">
      <List size="sm">
        {all.map((warning) => (
          <List.Item key={warning}>{warning}</List.Item>
        ))}
      </List>
    </Alert>
  )
}
