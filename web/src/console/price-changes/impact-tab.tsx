import { Loader, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Empty } from '../../shared/empty.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { AgreedPricesAbove, KeptPrices } from './agreed-prices.tsx'
import { CustomersHit } from './customers-hit.tsx'
import { ChangeHistogram } from './change-histogram.tsx'
import { ImpactSection } from './impact-section.tsx'
import { LinesByChange } from './lines-by-change.tsx'
import { WeighedCustomers, WeightText } from './weight.tsx'
import { changeText } from './prices.ts'
import { reviewQuery } from './queries.ts'
import type { PriceChange, Review } from './queries.ts'
import { useSaver } from './saves.tsx'
import { counted } from '../../../../server/src/shared/counted.ts'

/** What a price change does to customers. */
export function ImpactTab({ change }: { change: PriceChange }) {
  const { slug } = useWorkspace()
  const saver = useSaver()
  const { data: review, error, refetch } = useQuery(reviewQuery(slug, change.id, () => saver.settle()))
  if (error && !review) return <Problem error={error} retry={() => void refetch()} />
  if (!review) return <Loader aria-label="Reading what it does" />
  if (change.lineCount === 0) {
    return <Empty title="No lines yet">What it does to each customer is shown here once it has lines.</Empty>
  }
  return (
    <Stack gap="xl">
      <Summary change={change} review={review} />
      <LinesByChange change={change} review={review} />
      <WeighedCustomers change={change} />
      <ImpactSection title="Customers by average change">
        <Text size="sm" c="dimmed">
          The average over the products that a customer sees. What it pays an agreed price for does not change.
        </Text>
        <ChangeHistogram
          label="Customers by average change"
          counted="Customers"
          bars={review.histogram.map(({ customers, ...range }) => ({ ...range, count: customers }))}
        />
      </ImpactSection>
      <CustomersHit change={change} review={review} />
      <AgreedPricesAbove change={change} review={review} />
      <KeptPrices review={review} />
    </Stack>
  )
}

const VERB: Record<PriceChange['status'], string> = {
  draft: 'Publishing changes',
  scheduled: 'It will change',
  published: 'It changed',
  discarded: 'It would have changed',
  cancelled: 'It would have changed',
}

function Summary({ change, review }: { change: PriceChange; review: Review }) {
  const { customers, increased, decreased, unchanged, averageChangeBp, shieldedLines } = review.summary
  return (
    <div>
      <WeightText change={change} />
      <Text mb="sm">
        {VERB[change.status]} {review.effect}.
      </Text>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
        <Figure label="Prices that rise" value={increased} />
        <Figure label="Prices that drop" value={decreased} />
        <Figure label="Prices that stay" value={unchanged} />
        <Figure label="Average change" value={changeText(averageChangeBp)} />
        <Figure label="Customers who pay more" value={customers.payMore} />
        <Figure label="Customers who pay less" value={customers.payLess} />
        <Figure label="More for some, less for others" value={customers.mixed} />
        <Figure label="Customers who pay the same" value={customers.paySame} />
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt="xs">
        At a quantity of 1, with the terms {change.status === 'scheduled' ? 'of its time' : 'of now'}.
        {shieldedLines > 0 && ` Kept by somebody's agreed price: ${counted(shieldedLines, 'line')}.`}
      </Text>
    </div>
  )
}

function Figure({ label, value }: { label: string; value: number | string }) {
  return (
    <Paper withBorder p="sm">
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text fw={600} size="lg" className="figures">
        {typeof value === 'number' ? value.toLocaleString('en') : value}
      </Text>
    </Paper>
  )
}
