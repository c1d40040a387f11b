import { Button, Checkbox, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { KeyboardEvent, ReactNode } from 'react'
import { AVAILABILITY_CHOICES } from '../../shared/filter-choices.ts'
import type { Column } from '../../shared/list.ts'
import { LeaveGuard } from '../../shared/form-dialog.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import styles from './products.module.css'
import { FIELD_LABELS } from './product-labels.ts'
import { productQuery } from './product-queries.ts'
import type { EditedProduct, ListedProduct } from './product-queries.ts'
import { conflictAt, useProductForm } from './product-form.ts'
import type { ProductForm } from './product-form.ts'

type EditedRowProps = {
  listed: ListedProduct
  columns: Column<ListedProduct>[]
  /** The column where editing begins; else the first that can be edited. */
  first?: string | undefined
  onClose: () => void
}

/**
 * A row of the list of products while it is edited. Enter saves it as the page of the product would, Escape gives up.
 */
export function EditedRow({ listed, ...row }: EditedRowProps) {
  const { slug } = useWorkspace()
  const { data: product, error } = useQuery({ ...productQuery(slug, listed.id), staleTime: 0 })
  if (product) return <Fields listed={listed} product={product} {...row} />
  return (
    <tr>
      <td colSpan={row.columns.length + 1}>
        <Problem error={error} />
      </td>
    </tr>
  )
}

const EDITABLE = ['name', 'listPrice', 'minOrderQty', 'orderMultiple', 'availability', 'active'] as const

function Fields({ listed, product, columns, first: wanted, onClose }: EditedRowProps & { product: EditedProduct }) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const form = useProductForm(product, async () => {
    // Else the row would show for a moment what it was before.
    await queryClient.invalidateQueries({ queryKey: ['console', slug, 'products', 'list'] })
    onClose()
  })
  const { isDirty, pending, meanwhile } = form
  const save = () => (isDirty ? void form.submit() : onClose())
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') onClose()
    if (event.key !== 'Enter' || (event.target as HTMLElement).closest('button')) return
    event.preventDefault()
    save()
  }
  const complaints = EDITABLE.flatMap((field) => {
    const complaint = form.fieldError(field) ?? conflictAt(meanwhile, field)
    return complaint === undefined ? [] : [`${FIELD_LABELS[field]}: ${complaint}`]
  })
  const first = wanted ?? columns.find(({ key }) => fieldOf(key, form, listed.sku))?.key
  return (
    <>
      <tr className={styles.fields} onKeyDown={onKeyDown}>
        <td>{null}</td>
        {columns.map((column) => (
          <td key={column.key} data-align={column.align} style={{ maxWidth: column.width }}>
            {fieldOf(column.key, form, listed.sku, column.key === first) ??
              (!column.isHeaderHidden && column.cell(listed))}
          </td>
        ))}
      </tr>
      <tr onKeyDown={onKeyDown}>
        <td>{null}</td>
        <td colSpan={columns.length} data-wraps>
          <LeaveGuard when={isDirty} />
          <Group gap="xs" role="alert">
            <Problem error={form.problem()} />
            {meanwhile && <Text size="sm">{meanwhile.message} Nothing is saved yet.</Text>}
            {complaints.map((complaint) => (
              <Text key={complaint} size="sm" c="var(--mantine-color-error)">
                {complaint}
              </Text>
            ))}
          </Group>
          <Group gap="xs">
            <Button size="compact-xs" loading={pending} onClick={save}>
              Save
            </Button>
            <Button size="compact-xs" variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Text size="xs" c="dimmed">
              Enter saves, Escape gives up.
            </Text>
          </Group>
        </td>
      </tr>
    </>
  )
}

/** The field of a column; null where the list does not edit it. */
function fieldOf(key: string, form: ProductForm, sku: string, isFirst = false): ReactNode {
  const { fields, set, meanwhile } = form
  const isWrong = (field: (typeof EDITABLE)[number]) =>
    form.fieldError(field) !== undefined || conflictAt(meanwhile, field) !== undefined
  const shared = { size: 'xs', autoFocus: isFirst, autoComplete: 'off' } as const
  switch (key) {
    case 'name':
      return (
        <TextInput
          {...shared}
          aria-label={`Name of ${sku}`}
          value={fields.name}
          error={isWrong('name')}
          onChange={({ currentTarget: { value } }) => set({ name: value })}
        />
      )
    case 'listPrice':
      return (
        <TextInput
          {...shared}
          aria-label={`List price of ${sku}`}
          inputMode="decimal"
          w={88}
          ml="auto"
          value={fields.listPrice}
          error={isWrong('listPrice')}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget: { value } }) => set({ listPrice: value })}
        />
      )
    case 'minOrderQty':
    case 'orderMultiple':
      return (
        <TextInput
          {...shared}
          aria-label={`${key === 'minOrderQty' ? 'Minimum' : 'Multiple'} of ${sku}`}
          inputMode="numeric"
          w={64}
          ml="auto"
          value={fields[key]}
          error={isWrong(key)}
          onChange={({ currentTarget: { value } }) => set({ [key]: value })}
        />
      )
    case 'availability':
      return (
        <NativeSelect
          {...shared}
          aria-label={`Availability of ${sku}`}
          data={AVAILABILITY_CHOICES}
          value={fields.availability}
          error={isWrong('availability')}
          onChange={({ currentTarget: { value } }) => set({ availability: value as typeof fields.availability })}
        />
      )
    case 'active':
      return (
        <Checkbox
          {...shared}
          aria-label={`Active, ${sku}`}
          checked={fields.active}
          error={isWrong('active')}
          onChange={({ currentTarget: { checked } }) => set({ active: checked })}
        />
      )
    default:
      return null
  }
}
