import { Button, Text } from '@mantine/core'
import { formatMoney } from '../../shared/money.tsx'
import type { PlainColumn } from '../../shared/plain-table.tsx'
import { unitAt } from '../../shared/unit-at.ts'
import { TextLink } from '../../shared/text-link.tsx'
import { LastOrdered } from '../orders/last-order.tsx'
import type { UsualProduct } from '../orders/usual-query.ts'

type Ordered = Pick<UsualProduct, 'sku' | 'name' | 'product' | 'last'>

/** The product of a row: as it is now, or as it was ordered. */
export function productColumn<Row extends Ordered>(slug: string): PlainColumn<Row> {
  return {
    header: 'Product',
    cell: ({ sku, name, product }) => (
      <>
        {product ? (
          <TextLink className="standalone-link" to="/w/$slug/products/$id" params={{ slug, id: product.id }}>
            {product.name}
          </TextLink>
        ) : (
          name
        )}
        <Text size="xs" c="dimmed">
          {product?.sku ?? sku}
          {!product && ' · not sold to this customer now'}
        </Text>
      </>
    ),
  }
}

export const LAST_COLUMN: PlainColumn<Ordered> = {
  header: 'Last order',
  cell: ({ last }) => <LastOrdered last={last} isInColumn />,
}

/** What the quantity that was ordered last costs today, a unit. */
export function priceColumn(currency: string): PlainColumn<Ordered> {
  return {
    header: 'Price today',
    align: 'end',
    from: 'xs',
    cell: ({ product, last }) => (product ? formatMoney(unitAt(product, last.qty), currency) : '–'),
  }
}

export function ShowMore({ label, isShown, run }: { label: string; isShown: boolean; run: () => void }) {
  if (!isShown) return null
  return (
    <Button variant="subtle" size="compact-sm" mt="xs" aria-label={label} onClick={run}>
      Show more
    </Button>
  )
}
