import { Fieldset, Group, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Import } from './import-queries.ts'
import type { ImportActs } from './use-import-acts.ts'

type Field = Import['fields'][number]
type ConstantsProps = { data: Import; read: ImportActs['read']; disabled: boolean }

/** Values that every row gets: of required fields without a column, and of those that are chosen. */
export function Constants({ data: { reading, fields }, read, disabled }: ConstantsProps) {
  const [added, setAdded] = useState<string[]>([])
  const constants = reading.constants as Record<string, string>
  const free = fields.filter(
    ({ field, mayBeConstant }) => mayBeConstant && !reading.columns.some(({ use }) => use === field),
  )
  const isShown = ({ field, isRequired }: Field) => isRequired || field in constants || added.includes(field)
  const shown = free.filter(isShown)
  const rest = free.filter((field) => !isShown(field))
  if (free.length === 0) return null
  return (
    <Fieldset legend="The same value in every row" mt="md" disabled={disabled}>
      <Group align="flex-end" gap="sm">
        {shown.map(({ field, label, isRequired }) => (
          <TextInput
            key={`${field} ${constants[field] ?? ''}`}
            label={label}
            withAsterisk={isRequired}
            defaultValue={constants[field] ?? ''}
            onBlur={({ currentTarget: { value } }) => {
              if (value.trim() === (constants[field] ?? '')) return
              read((present) => ({ constants: { ...present.constants, [field]: value } }))
            }}
            onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
          />
        ))}
        {rest.length > 0 && (
          <Select
            label="Another field"
            placeholder="Choose a field"
            data={rest.map(({ field, label }) => ({ value: field, label }))}
            value={null}
            onChange={(field) => field !== null && setAdded((before) => [...before, field])}
          />
        )}
      </Group>
    </Fieldset>
  )
}
