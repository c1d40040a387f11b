import { Badge, Text } from '@mantine/core'
import type { Column } from '../../shared/column.ts'
import { formatDateTime } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.tsx'
import { BesideThumbnail } from '../images/thumbnail.tsx'
import { AVAILABILITY_LABEL } from '../../../../server/src/rules/availability.ts'
import type { ListedProduct } from './product-queries.ts'

/** The columns of the list of products. */
export function productColumns({
  currency,
  timezone,
  hasImages,
}: {
  currency: string
  timezone: string
  /** Whether any product of the page has an image. */
  hasImages: boolean
}): Column<ListedProduct>[] {
  return [
    {
      key: 'sku',
      header: 'SKU',
      sortable: true,
      cell: ({ sku }) => (
        <Text span display="block" ff="monospace" size="sm" truncate maw="14rem" title={sku}>
          {sku}
        </Text>
      ),
    },
    {
      key: 'name',
      header: 'Name',
      sortable: true,
      cell: (product) => <NameCell product={product} hasImages={hasImages} />,
    },
    { key: 'brand', header: 'Brand', sortable: true, cell: ({ brand }) => clamped(brand) },
    { key: 'category', header: 'Category', sortable: true, cell: ({ category }) => clamped(category) },
    {
      key: 'listPrice',
      header: 'List price',
      sortable: true,
      align: 'end',
      cell: ({ listPrice }) => <PriceCell listPrice={listPrice} currency={currency} />,
    },
    {
      key: 'availability',
      header: 'Availability',
      sortable: true,
      cell: ({ availability }) => <Nowrap>{AVAILABILITY_LABEL[availability]}</Nowrap>,
    },
    {
      key: 'active',
      header: 'Active',
      sortable: true,
      cell: ({ active }) => (active ? 'Yes' : <Badge color="gray">No</Badge>),
    },
    {
      key: 'changed',
      header: 'Changed',
      sortable: true,
      cell: ({ updatedAt }) => <Nowrap>{formatDateTime(updatedAt, timezone)}</Nowrap>,
    },
  ]
}

function NameCell({ product, hasImages }: { product: ListedProduct; hasImages: boolean }) {
  const { name, visibility, image } = product
  return (
    <BesideThumbnail image={image} shown={hasImages}>
      <Text span lineClamp={2} miw="9rem" maw="28rem" size="sm" title={name} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      {visibility === 'selected' && (
        <Text span size="xs" c="dimmed">
          Selected customers
        </Text>
      )}
    </BesideThumbnail>
  )
}

function PriceCell({ listPrice, currency }: { listPrice: number | null; currency: string }) {
  if (listPrice === null) return <Badge color="yellow">No price</Badge>
  return <Nowrap>{formatMoney(listPrice, currency)}</Nowrap>
}

function Nowrap({ children }: { children: React.ReactNode }) {
  return <span style={{ whiteSpace: 'nowrap' }}>{children}</span>
}

function clamped(text: string | null) {
  return (
    <Text span lineClamp={2} maw="12rem" size="sm" title={text ?? ''}>
      {text ?? '–'}
    </Text>
  )
}
