import { Box, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '../../shared/dates.ts'
import { formatMoney, MoneyInput } from '../../shared/money.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import styles from './product-details.module.css'
import { draftsQuery, listPricesQuery } from './product-queries.ts'
import type { EditedProduct } from './product-queries.ts'
import type { ProductForm } from './use-product-form.ts'
import { TextLink } from '../../shared/text-link.tsx'

const NEW = 'new'

type ListPriceFieldProps = { product: EditedProduct; form: ProductForm; readOnly: boolean }

/** The list price, and the price change that a new one goes into. */
export function ListPriceField({ product, form, readOnly }: ListPriceFieldProps) {
  const { slug, currency, taxLabel } = useWorkspace()
  const { fields, set, fieldError, priceChangeId, setPriceChangeId } = form
  const { data: drafts = [] } = useQuery(draftsQuery(slug))
  const data = [
    { value: NEW, label: 'New price change' },
    ...drafts.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <div>
      <Box className={styles.pair}>
        <MoneyInput
          label="List price"
          description={taxLabel || undefined}
          currency={currency}
          value={fields.listPrice}
          onChange={(listPrice) => set({ listPrice })}
          error={fieldError('listPrice')}
          readOnly={readOnly}
        />
        <Select
          label="Price change"
          description="Where a new list price goes"
          data={data}
          value={priceChangeId ?? NEW}
          onChange={(value) => setPriceChangeId(value === NEW ? null : value)}
          allowDeselect={false}
          readOnly={readOnly}
        />
      </Box>
      <PendingPrices id={product.id} />
    </div>
  )
}

/** List prices that are drafted or scheduled for a product. */
export function PendingPrices({ id }: { id: string }) {
  const { slug, currency, timezone } = useWorkspace()
  const { data } = useQuery(listPricesQuery(slug, id))
  if (!data?.pending.length) return null
  return (
    <Box component="ul" m={0} mt="xs" p={0} aria-label="Prices to come">
      {data.pending.map(({ priceChangeId, name, status, scheduledFor, to }) => (
        <Text component="li" size="sm" key={priceChangeId} style={{ listStyle: 'none' }}>
          <strong>{formatMoney(to, currency)}</strong>{' '}
          {status === 'scheduled' && scheduledFor ? `from ${formatDateTime(scheduledFor, timezone)}` : 'drafted'} in{' '}
          <TextLink underline="always" to="/w/$slug/price-changes/$id" params={{ slug, id: priceChangeId }}>
            {name}
          </TextLink>
        </Text>
      ))}
    </Box>
  )
}
