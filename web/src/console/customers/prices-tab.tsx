import { Stack } from '@mantine/core'
import { AgreedPrices } from './agreed-prices.tsx'
import type { Customer } from './customer-queries.ts'
import { Discounts } from './discounts.tsx'

/** What the customer pays: its discounts, then its agreed prices, which come before any discount. */
export function PricesTab({ customer }: { customer: Customer }) {
  return (
    <Stack gap="xl">
      <Discounts customer={customer} />
      <AgreedPrices customer={customer} />
    </Stack>
  )
}
