import { Select } from '@mantine/core'
import type { SelectProps } from '@mantine/core'
import { useSearchParam } from './search-params.ts'

type FilterSelectProps = {
  label: string
  /** The parameter of the address that holds the chosen value. */
  param: string
  data: NonNullable<SelectProps['data']>
  /** Shown while nothing is chosen. */
  placeholder?: string
} & Omit<SelectProps, 'data'>

/** A filter of a list: a combobox whose choice is in the address, and can be cleared. */
export function FilterSelect({ label, param, data, placeholder = 'All', ...props }: FilterSelectProps) {
  const [value, change] = useSearchParam(param)
  return (
    <Select
      label={label}
      placeholder={placeholder}
      data={data}
      value={value === '' ? null : value}
      onChange={(chosen) => change(chosen)}
      searchable={data.length > 8}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      nothingFoundMessage="Nothing matches"
      w={{ base: '100%', xs: 154 }}
      limit={200}
      {...props}
    />
  )
}
