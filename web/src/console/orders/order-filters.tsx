import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { STATUS_CHOICES } from '../../shared/order-status.ts'
import { useSearchParam } from '../../shared/search-params.ts'
import { DayFilter } from '../activity/day-filter.tsx'
import { CustomerFilter } from '../customers/customer-filter.tsx'
import { countText } from './order-filter.ts'
import type { OrderCounts } from './order-queries.ts'
import { ORDERS_COUNTED } from '../../../../server/src/shared/limits.ts'

/** The filters of the list of orders, each a field with its label. */
export function OrderFilters({ counts }: { counts: OrderCounts | undefined }) {
  return (
    <>
      <StatusFilter counts={counts} />
      {/* It is not called as the field of the dialog above the list is. */}
      <CustomerFilter label="Account" placeholder="All" />
      <DayFilter label="Placed from" param="from" />
      <DayFilter label="Placed to" param="to" />
      <DayFilter label="Wanted from" param="wantedFrom" />
      <DayFilter label="Wanted to" param="wantedTo" />
      <TextFilter label="Buyer" param="buyer" />
      <TextFilter label="Value from" param="least" inputMode="decimal" />
      <TextFilter label="Value to" param="most" inputMode="decimal" />
      <FilterSelect label="Credit" param="held" data={[{ value: 'true', label: 'Held' }]} />
    </>
  )
}

function StatusFilter({ counts }: { counts: OrderCounts | undefined }) {
  return (
    <FilterSelect
      label="Status"
      param="status"
      data={[...STATUS_CHOICES, { value: 'open', label: 'Not dispatched' }]}
      renderOption={({ option: { label, value } }) => {
        const count = counts && (value === 'open' ? counts.new + counts.confirmed : counts[value as keyof OrderCounts])
        return (
          <span style={{ display: 'flex', flex: 1, justifyContent: 'space-between', gap: '0.75rem' }}>
            {label}
            <span>{count !== undefined && countText(count, ORDERS_COUNTED)}</span>
          </span>
        )
      }}
    />
  )
}

type TextFilterProps = { label: string; param: string; inputMode?: 'decimal' }

/** A text in the address: what is typed goes there on Enter, and on leaving the field. */
function TextFilter({ label, param, inputMode }: TextFilterProps) {
  const [value, change] = useSearchParam(param)
  const [typed, setTyped] = useState<string | null>(null)
  const take = () => {
    if (typed !== null && typed.trim() !== value) change(typed.trim() === '' ? null : typed.trim())
    setTyped(null)
  }
  return (
    <TextInput
      label={label}
      placeholder="Any"
      value={typed ?? value}
      {...(inputMode && { inputMode })}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
      autoComplete="off"
    />
  )
}
