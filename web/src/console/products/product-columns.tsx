import { ActionIcon, Badge, Text, UnstyledButton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { Column } from '../../shared/list.ts'
import { formatMoney } from '../../shared/money.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { BesideThumbnail } from '../images/image-status.tsx'
import { AVAILABILITY_LABEL } from '../../../../server/src/shared/availability.ts'
import styles from './products.module.css'
import type { ListedProduct } from './product-queries.ts'

type Place = {
  currency: string
  timezone: string
  /** Whether any product of the page has an image. */
  hasImages: boolean
  /** Begins to edit a row, at a column; `cannotEdit` says why not, if so. */
  onEdit: (product: ListedProduct, column?: string) => void
  cannotEdit: string | null
}

/** The columns of the list of products. */
export function productColumns({ currency, timezone, hasImages, onEdit, cannotEdit }: Place): Column<ListedProduct>[] {
  return [
    {
      key: 'sku',
      header: 'SKU',
      sortable: true,
      cell: ({ sku }) => <Sku sku={sku} />,
      card: { at: 'detail', cell: ({ sku }) => sku },
    },
    {
      key: 'name',
      header: 'Name',
      sortable: true,
      card: { at: 'title', cell: ({ name }) => name },
      cell: (product) => (
        <BesideThumbnail image={product.image} shown={hasImages}>
          <span title={product.name}>{product.name}</span>
          {product.visibility === 'selected' && <SelectedCustomers />}
        </BesideThumbnail>
      ),
    },
    { key: 'brand', header: 'Brand', sortable: true, cell: ({ brand }) => <Clipped text={brand} /> },
    { key: 'category', header: 'Category', sortable: true, cell: ({ category }) => <Clipped text={category} /> },
    listPriceColumn(currency, cannotEdit === null ? onEdit : undefined),
    {
      key: 'minOrderQty',
      header: 'Minimum',
      align: 'end',
      cell: ({ minOrderQty }) => minOrderQty.toLocaleString('en'),
    },
    {
      key: 'orderMultiple',
      header: 'Multiple',
      align: 'end',
      isExtra: true,
      cell: ({ orderMultiple }) => orderMultiple.toLocaleString('en'),
    },
    {
      key: 'availability',
      header: 'Availability',
      sortable: true,
      cell: ({ availability }) => AVAILABILITY_LABEL[availability],
      card: {
        at: 'state',
        cell: ({ availability, active, visibility }) => (
          <>
            {AVAILABILITY_LABEL[availability]}
            {!active && <Inactive text="Inactive" />}
            {visibility === 'selected' && <SelectedCustomers />}
          </>
        ),
      },
    },
    {
      key: 'active',
      header: 'Active',
      sortable: true,
      cell: ({ active }) => (active ? 'Yes' : <Inactive text="No" />),
    },
    {
      key: 'changed',
      header: 'Changed',
      sortable: true,
      cell: ({ updatedAt }) => <RelativeTime at={updatedAt} timezone={timezone} />,
    },
    {
      key: 'edit',
      header: 'Edit',
      isHeaderHidden: true,
      width: 32,
      cell: (product) => (
        <ActionIcon
          className={styles.edit}
          variant="subtle"
          color="gray"
          size={24}
          aria-label={`Edit ${product.name}`}
          title={cannotEdit ?? 'Edit here (E)'}
          disabled={cannotEdit !== null}
          onClick={() => onEdit(product)}
          data-row-edit
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      ),
    },
  ]
}

function listPriceColumn(currency: string, onEdit?: Place['onEdit']): Column<ListedProduct> {
  return {
    key: 'listPrice',
    header: 'List price',
    sortable: true,
    align: 'end',
    card: { at: 'figure' },
    cell: (product) =>
      onEdit ? (
        <UnstyledButton className={styles.price} title="Edit the price" onClick={() => onEdit(product, 'listPrice')}>
          <Price product={product} currency={currency} />
        </UnstyledButton>
      ) : (
        <Price product={product} currency={currency} />
      ),
  }
}

/** The list price; in the person's draft, the new one beside it. */
function Price({ product: { listPrice, draftedPrice }, currency }: { product: ListedProduct; currency: string }) {
  const now = formatMoney(listPrice, currency)
  if (draftedPrice !== null && draftedPrice !== listPrice) {
    return (
      <>
        {listPrice !== null && <Text span inherit c="dimmed" td="line-through">{`${now} `}</Text>}
        <Text span inherit c="var(--mantine-color-anchor)" title="In your draft">
          {formatMoney(draftedPrice, currency)}
        </Text>
      </>
    )
  }
  if (listPrice !== null) return now
  return (
    <Badge size="sm" color="yellow">
      No price
    </Badge>
  )
}

function Sku({ sku }: { sku: string }) {
  return (
    <Text span inherit ff="monospace" truncate display="block" maw="14rem" title={sku}>
      {sku}
    </Text>
  )
}

function Clipped({ text }: { text: string | null }) {
  return (
    <Text span inherit truncate display="block" maw="12rem" title={text ?? ''}>
      {text ?? '–'}
    </Text>
  )
}

function Inactive({ text }: { text: string }) {
  return (
    <Badge size="sm" color="gray">
      {text}
    </Badge>
  )
}

function SelectedCustomers() {
  return (
    <Badge size="sm" color="gray" variant="outline" ml={6}>
      Selected customers
    </Badge>
  )
}
