import { Text, Autocomplete, Radio, Select, Stack, TextInput } from '@mantine/core'
import { useQueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ApiError } from '../../shared/api.ts'
import { ConfirmDialog } from '../../shared/form-dialog.tsx'
import { notify, notifyWithUndo } from '../../shared/toasts.tsx'
import { throwProblems } from '../../shared/form.tsx'
import { undoAct } from '../activity/undo.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { Effect, ImpactText } from '../customers/effect.tsx'
import { changesPrices, factorsOf, TYPED_FROM, whileActing } from './bulk-acts.ts'
import type { BulkAct, BulkChange, ChosenProducts } from './bulk-acts.ts'
import { usePriceImpact } from './product-queries.ts'
import type { PriceImpact } from './product-queries.ts'
import { counted } from '../../../../server/src/shared/counted.ts'
import { isLargeImpact } from '../../../../server/src/shared/price-impact.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { parseQuantity } from '../../shared/quantity.ts'
import { AVAILABILITY_CHOICES } from '../../shared/filter-choices.ts'
import { FIELD_LABELS } from './product-labels.ts'
import { groupsQuery } from '../choices.ts'
import type { Grouping } from '../choices.ts'
import { CustomerPicker } from './customer-picker.tsx'
import type { PickedCustomer } from './customer-picker.tsx'
import { PRODUCT_FIELDS } from '../../../../server/src/shared/product-fields.ts'

type BulkEditDialogProps = {
  act: BulkAct
  count: number
  chosen: ChosenProducts
  onClose: () => void
  onDone: () => void
}

/** Says what an act does to the chosen products, asks for its value, and offers to undo it. */
export function BulkEditDialog({ act, count, chosen, onClose, onDone }: BulkEditDialogProps) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<ValueDraft>(
    act.value === undefined ? undefined : { value: act.value, problem: undefined },
  )
  const factors =
    changesPrices(act.field) && draft ? factorsOf({ field: act.field, value: draft.value } as BulkChange) : null
  const { moves, error: problem } = usePriceImpact(factors && { products: chosen, change: factors })
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['console', slug, 'products'] })

  const undo = async (id: string) => {
    const told = await undoAct(slug, { kind: 'product_edit', id })
    void refresh()
    return told
  }

  const run = async () => {
    throwProblems({ 'change.value': draft ? draft.problem : 'Choose a value.' })
    const change = { field: act.field, value: draft!.value } as BulkChange
    try {
      const body = { products: chosen, change, ...(moves !== undefined && { seenMoves: moves }) }
      const { data } = await api.POST('/app-api/console/{slug}/products/bulk', { params: { path: { slug } }, body })
      const { changed, found, undo: id } = data
      if (id === null) notify(`${counted(found, 'product')}: nothing to change, all have this value already.`)
      else notifyWithUndo(`${act.label}: ${counted(changed, 'product')} changed.`, () => undo(id))
      onDone()
      void refresh()
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) void refresh()
      throw error
    }
  }

  return (
    <ConfirmDialog
      onClose={onClose}
      title={`${act.label} of ${counted(count, 'product')}`.replace(/^(Make \w+) of/, '$1:')}
      effect={
        <Text>
          This changes <strong>{counted(count, 'product')}</strong>. {act.effect} It can be undone for a day, in
          Activity too.
        </Text>
      }
      confirmLabel={`${act.label}: ${counted(count, 'product')}`}
      typedName={count > TYPED_FROM || (moves && isLargeImpact(moves)) ? String(count) : undefined}
      disabled={factors !== null && moves === undefined}
      whilePending={whileActing(count)}
      onConfirm={run}
    >
      {(fieldError) => (
        <>
          {act.value === undefined && (
            <BulkValue field={act.field} onChange={setDraft} error={fieldError('change.value')} />
          )}
          {changesPrices(act.field) && <ImpactEffect isAsked={factors !== null} moves={moves} error={problem} />}
        </>
      )}
    </ConfirmDialog>
  )
}

type ImpactEffectProps = { isAsked: boolean; moves: PriceImpact | undefined; error: unknown }

function ImpactEffect({ isAsked, moves, error }: ImpactEffectProps) {
  const label = 'What it does to prices'
  if (!isAsked) return <Effect label={label} waiting="Choose a value to see what it does to prices." />
  if (moves === undefined) return <Effect label={label} {...(error ? { error } : { waiting: 'Working it out …' })} />
  return (
    <Effect label={label}>
      <ImpactText moves={moves} />
    </Effect>
  )
}

/** What is chosen so far: a value, or what is wrong with it. Undefined while nothing is chosen. */
type ValueDraft = { value: unknown; problem: string | undefined } | undefined

type BulkValueProps = { field: BulkChange['field']; onChange: (draft: ValueDraft) => void; error: string | undefined }

/** The field for the new value of many products. */
function BulkValue({ field, onChange, error }: BulkValueProps) {
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
