import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ApiError } from '../../shared/api.ts'
import { Empty } from '../../shared/empty.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { PriceChart } from '../products/product-prices.tsx'
import { PriceExplanation, priceQuery } from './price-explanation.tsx'
import { CustomerField, DateField, ProductField, QuantityField } from './price-fields.tsx'
import styles from './price-fields.module.css'

const route = getRouteApi('/w/$slug/prices')

export function ExplainPricePage() {
  const { slug } = useWorkspace()
  const { customer = '', product = '', quantity = '1', date = '' } = route.useSearch()
  const { data, error, isPlaceholderData } = useQuery(priceQuery(slug, { customer, product, quantity, date }))
  const dateIssue = issueAt(error, 'date') ?? issueAt(error, 'at')
  const isAsked = customer !== '' && product !== ''
  return (
    <Page title="Explain a price" description="What a customer pays for a product, and why: now, or on another day.">
      <Box className={styles.fields}>
        <CustomerField />
        <ProductField />
        <QuantityField />
        <DateField error={dateIssue} />
      </Box>
      {!isAsked && (
        <Empty title="Choose a customer and a product">
          Then the price is shown here, with every price that was considered and words to tell the customer.
        </Empty>
      )}
      <Problem error={isAsked && !dateIssue ? error : null} />
      {isAsked && data && !error && (
        <>
          <PriceExplanation price={data} isStale={isPlaceholderData} />
          <Box mt="lg">
            <PriceChart product={product} customer={customer} />
          </Box>
        </>
      )}
    </Page>
  )
}

function issueAt(error: unknown, path: string): string | undefined {
  return error instanceof ApiError ? error.issues.find((issue) => issue.path === path)?.message : undefined
}
