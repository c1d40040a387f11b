import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../shared/dialog.tsx'
import { api } from '../../shared/api.ts'
import { DateInput } from '../../shared/date-input.tsx'
import { isDay } from '../../../../server/src/shared/day-and-time.ts'
import { formatMoney } from '../../shared/money.tsx'
import { parseQuantity } from '../../shared/quantity.ts'
import { SearchSelect } from '../../shared/search-select.tsx'
import type { Choice } from '../../shared/search-select.tsx'
import { useFocusReturn } from '../../shared/use-focus-return.ts'
import { useRested } from '../use-rested.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { customersKey } from './customer-queries.ts'
import type { Customer } from './customer-queries.ts'
import { Effect } from './effect.tsx'
import { useProductSearch } from './product-search.ts'
import { TextLink } from '../../shared/text-link.tsx'

/** Answers "what do they pay for 24 of this on 5 January?", while it is typed. */
export function TestPriceDialog({
  customer,
  onClose,
}: {
  customer: Pick<Customer, 'id' | 'name'>
  onClose: () => void
}) {
  useFocusReturn()
  const searchProducts = useProductSearch('id')
  const { slug } = useWorkspace()
  const [product, setProduct] = useState<Choice | null>(null)
  const [qty, setQty] = useState('1')
  const [date, setDate] = useState('')
  const quantity = parseQuantity(qty)
  const isValid = quantity.value !== undefined && (date === '' || isDay(date))
  const asked = product && isValid ? { product: product.value, qty: quantity.value, ...(date && { date }) } : null
  return (
    <Dialog opened onClose={onClose} title={`Test a price for ${customer.name}`} size="lg">
      <Stack gap="sm">
        <SearchSelect
          label="Product"
          value={product}
          onChange={setProduct}
          searchKey={['products', slug, 'id']}
          search={searchProducts}
          placeholder="SKU or words"
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label="Quantity"
            inputMode="numeric"
            value={qty}
            onChange={(event) => setQty(event.currentTarget.value)}
            error={quantity.problem}
            autoComplete="off"
          />
          <DateInput label="Date" value={date} onChange={setDate} placeholder="Today" />
        </SimpleGrid>
        <TestedPrice customer={customer} asked={asked} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

type Asked = { product: string; qty: number; date?: string }
const NOTHING: Asked = { product: '', qty: 1 }

function TestedPrice({ customer, asked }: { customer: Pick<Customer, 'id' | 'name'>; asked: Asked | null }) {
  const { slug, currency, taxLabel } = useWorkspace()
  const { rested } = useRested(asked)
  const { data, error } = useQuery({
    queryKey: [...customersKey(slug), customer.id, 'tested-price', rested],
    queryFn: async ({ signal }) => {
      const params = { path: { slug }, query: { customer: customer.id, ...(rested ?? NOTHING) } }
      return (await api.GET('/app-api/console/{slug}/prices', { params, signal })).data
    },
    enabled: asked !== null && rested !== null,
    placeholderData: keepPreviousData,
  })
  if (asked === null) return <Effect label="The price" waiting="Choose a product to see its price." />
  if (error) return <Effect label="The price" error={error} />
  if (!data) return <Effect label="The price" waiting="Looking up the price …" />
  return (
    <Effect label="The price">
      <Text size="xl" fw={650}>
        {formatMoney(data.price.unit, currency)}
        <Text span size="sm" c="dimmed">
          {' '}
          each {taxLabel}, {formatMoney(data.price.line, currency)} in all
        </Text>
      </Text>
      <Text size="sm">{data.words}</Text>
      <TextLink size="sm" to="/w/$slug/prices" params={{ slug }} search={{ customer: customer.id, ...searchOf(asked) }}>
        Every price that was considered
      </TextLink>
    </Effect>
  )
}

/** What is asked, as the address of "Explain a price" has it. */
function searchOf({ product, qty, date }: Asked): Record<string, string> {
  return { product, quantity: String(qty), ...(date && { date }) }
}
