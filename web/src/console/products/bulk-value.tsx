import { Autocomplete, Radio, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWorkspace } from '../workspace-context.tsx'
import { parseQuantity } from '../../shared/quantity.ts'
import { AVAILABILITY_CHOICES } from '../../shared/availability.ts'
import type { BulkChange } from './bulk-acts.ts'
import { FIELD_LABELS } from './product-labels.ts'
import { groupsQuery } from '../choices.ts'
import type { Grouping } from '../choices.ts'
import { CustomerPicker } from './customer-picker.tsx'
import type { PickedCustomer } from './customer-picker.tsx'
import { PRODUCT_FIELDS } from '../../../../server/src/shared/product-fields.ts'

/** What is chosen so far: a value, or what is wrong with it. Undefined while nothing is chosen. */
export type ValueDraft = { value: unknown; problem: string | undefined } | undefined

type BulkValueProps = { field: BulkChange['field']; onChange: (draft: ValueDraft) => void; error: string | undefined }

/** The field for the new value of many products. */
export function BulkValue({ field, onChange, error }: BulkValueProps) {
  const choose = (value: unknown, problem?: string) => onChange({ value, problem })
  switch (field) {
    case 'availability':
      return (
        <Select
          label="Availability"
          data={AVAILABILITY_CHOICES}
          onChange={(value) => (value ? choose(value) : onChange(undefined))}
          error={error}
        />
      )
    case 'brand':
    case 'category':
      return <ChosenGroup grouping={field} onChange={(name) => choose(name.trim() || null)} error={error} />
    case 'minOrderQty':
    case 'orderMultiple':
      return (
        <TextInput
          label={FIELD_LABELS[field]}
          inputMode="numeric"
          autoComplete="off"
          onChange={({ currentTarget }) => {
            const { value, problem } = parseQuantity(currentTarget.value)
            choose(value, problem && 'Write a whole number of 1 or more.')
          }}
          error={error}
        />
      )
    case 'visibility':
      return <Visibility onChange={choose} error={error} />
    case 'active':
      return null
  }
}

type GroupNameProps = {
  grouping: Grouping
  value: string
  onChange: (name: string) => void
  error: string | undefined
  disabled?: boolean
  /** Where the names are offered: above the field where a button is below it. */
  comboboxProps?: { position: 'top' }
}

/** The name of a brand or category: existing ones are offered, another one is created. */
export function GroupName({ grouping, value, onChange, ...field }: GroupNameProps) {
  const { slug } = useWorkspace()
  const [q] = useDebouncedValue(value.trim(), 120)
  const { data = [] } = useQuery(groupsQuery(slug, grouping, q))
  return (
    <Autocomplete
      label={FIELD_LABELS[grouping]}
      description="A new name is created."
      data={[...new Set(data.map(({ name }) => name))]}
      filter={({ options }) => options}
      value={value}
      onChange={onChange}
      maxLength={PRODUCT_FIELDS.brand.max}
      {...field}
    />
  )
}

function ChosenGroup({ grouping, onChange, error }: Pick<GroupNameProps, 'grouping' | 'onChange' | 'error'>) {
  const [name, setName] = useState('')
  const change = (typed: string) => {
    setName(typed)
    onChange(typed)
  }
  return (
    <GroupName grouping={grouping} value={name} onChange={change} error={error} comboboxProps={{ position: 'top' }} />
  )
}

function Visibility({ onChange, error }: { onChange: (ids: string[] | null) => void; error: string | undefined }) {
  const [isSelected, setSelected] = useState<boolean | null>(null)
  const [picked, setPicked] = useState<PickedCustomer[]>([])
  const pick = (customers: PickedCustomer[]) => {
    setPicked(customers)
    onChange(customers.map(({ id }) => id))
  }
  return (
    <Stack gap="sm">
      <Radio.Group
        label="Visible to"
        value={isSelected === null ? '' : isSelected ? 'selected' : 'all'}
        onChange={(value) => {
          setSelected(value === 'selected')
          onChange(value === 'selected' ? picked.map(({ id }) => id) : null)
        }}
        error={error}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label="All customers" />
          <Radio value="selected" label="Selected customers" />
        </Stack>
      </Radio.Group>
      {isSelected && <CustomerPicker picked={picked} onChange={pick} />}
    </Stack>
  )
}
