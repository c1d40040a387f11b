import { Box, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { lazyPart } from '../../shared/lazy-part.ts'
import { Problem } from '../../shared/problem.tsx'
import { Section } from '../../shared/section.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { Customer } from './customer-queries.ts'
import { ContactLinks, CreditNow, LastOrder } from './customer-facts.tsx'
import { OpenOrders } from './open-orders.tsx'
import { StoppedBuying } from './stopped-buying.tsx'
import { storyQuery } from './story-queries.ts'
import { termsInWords } from './terms-in-words.ts'
import { UsualProducts } from './usual-products.tsx'

// Its code, and that of the chart, comes after what one reads first.
const Turnover = lazyPart(() => import('../orders/turnover.tsx'))

/** What a customer is: whom to ring, what is agreed, what it orders, and what it has stopped ordering. */
export function OverviewTab({ customer }: { customer: Customer }) {
  const { slug, currency } = useWorkspace()
  const { data: story, error, refetch } = useQuery(storyQuery(slug, customer.id))
  return (
    <Stack gap="xl">
      <Problem error={story ? null : error} retry={() => void refetch()} />
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="md">
        <Section title="Contact">
          <ContactLinks customer={customer} />
        </Section>
        <Section title="Terms">
          <Text size="sm">{termsInWords(customer, currency)}</Text>
        </Section>
        <Section title="Last order">{story ? <LastOrder order={story.lastOrder} /> : <Skeleton h={44} />}</Section>
        <Section title="Credit">{story ? <CreditNow credit={story.credit} /> : <Skeleton h={44} />}</Section>
      </SimpleGrid>
      {story?.lastOrder && (
        <Box mb="calc(-1 * var(--mantine-spacing-xl))">
          <Suspense fallback={<Skeleton h={340} mb="xl" />}>
            <Turnover customer={customer.id} usual="month" />
          </Suspense>
        </Box>
      )}
      {story && story.openOrders.length > 0 && <OpenOrders customer={customer} story={story} />}
      {story?.lastOrder && (
        <>
          <UsualProducts customerId={customer.id} />
          <StoppedBuying customerId={customer.id} />
        </>
      )}
    </Stack>
  )
}
