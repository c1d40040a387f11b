import { Alert, List } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { fieldName } from './field-names.ts'
import type { Check, Import } from './import-queries.ts'

/** Fields that a file without a column for them empties. */
const EMPTIED = ['brand', 'category', 'manufacturerRef', 'description']

/** What is odd about the file. */
export function CheckWarnings({ data, check: { warnings, unknownCustomers, fields } }: { data: Import; check: Check }) {
  const { columns, constants } = data.reading
  const sources = new Set<string>([...columns.map(({ use }) => use), ...Object.keys(constants)])
  const emptied = EMPTIED.filter((field) => fields[field] !== undefined && !sources.has(field))
  const all = [
    ...warnings,
    ...(emptied.length > 0
      ? [`The file has no column for ${listed(data, emptied)}: products of the file that have one lose it.`]
      : []),
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

function listed(data: Import, fields: string[]): string {
  return new Intl.ListFormat('en-GB').format(fields.map((field) => fieldName(data, field)))
}
