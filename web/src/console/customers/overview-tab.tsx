import { Box, SimpleGrid, Skeleton, Stack, Text, Button, Anchor, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../shared/lazy-part.ts'
import { Problem } from '../../shared/problem.tsx'
import { Section } from '../../shared/page.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { customersKey } from './customer-queries.ts'
import type { Customer } from './customer-queries.ts'
import { counted } from '../../../../server/src/shared/counted.ts'
import { percent } from '../../../../server/src/shared/read-price.ts'
import { formatMoney } from '../../shared/money.tsx'
import { scopeWords } from './terms-owner.ts'
import type { DiscountRule } from './terms-owner.ts'
import { PlainTable } from '../../shared/plain-table.tsx'
import type { PlainColumn } from '../../shared/plain-table.tsx'
import { usualQuery } from '../orders/order-queries.ts'
import type { UsualProduct } from '../orders/order-queries.ts'
import { TabSection } from './tab-section.tsx'
import { STOPPED_IN_WORDS } from '../../../../server/src/shared/stopped-buying.ts'
import { OrderStatusBadge } from '../../shared/order-parts.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { TextLink } from '../../shared/links.tsx'
import { unitAt } from '../../shared/quantity.ts'
import { LastOrdered } from '../orders/order-lines.tsx'
import { LIVE_MS, dataQuery } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'

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
        <Section title="At the customer">
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

/** Discounts that are named one by one. */
const NAMED = 3

/** "brand Hollin", as it stands within a sentence. */
function scopeInSentence(rule: DiscountRule): string {
  const words = scopeWords(rule)
  return words[0]!.toLowerCase() + words.slice(1)
}

/** What was agreed with a customer, in one line: "Payment in 30 days, no credit limit, 5% on everything." */
function termsInWords(customer: Customer, currency: string): string {
  const { paymentTermsDays: days, creditLimit, poRequired, group, discountRules, agreedPriceCount } = customer
  const words = [
    days === null ? 'No payment terms' : days === 0 ? 'Payment at once' : `Payment in ${counted(days, 'day')}`,
    creditLimit === null ? 'no credit limit' : `a credit limit of ${formatMoney(creditLimit, currency)}`,
    ...(poRequired ? ['a PO number for each order'] : []),
    ...(group ? [`price group ${group.name}`] : []),
    ...(discountRules.length > NAMED
      ? [counted(discountRules.length, 'discount')]
      : discountRules.map((rule) => `${percent(rule.discountBp)} on ${scopeInSentence(rule)}`)),
    ...(agreedPriceCount > 0 ? [counted(agreedPriceCount, 'agreed price')] : []),
  ]
  return `${words.join(', ')}.`
}

type Ordered = Pick<UsualProduct, 'sku' | 'name' | 'product' | 'last'>

/** The product of a row: as it is now, or as it was ordered. */
function productColumn<Row extends Ordered>(slug: string): PlainColumn<Row> {
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

const LAST_COLUMN: PlainColumn<Ordered> = {
  header: 'Last order',
  cell: ({ last }) => <LastOrdered last={last} isInColumn />,
}

/** What the quantity that was ordered last costs today, a unit. */
function priceColumn(currency: string): PlainColumn<Ordered> {
  return {
    header: 'Price today',
    align: 'end',
    from: 'xs',
    cell: ({ product, last }) => (product ? formatMoney(unitAt(product, last.qty), currency) : '–'),
  }
}

function ShowMore({ label, isShown, run }: { label: string; isShown: boolean; run: () => void }) {
  if (!isShown) return null
  return (
    <Button variant="subtle" size="compact-sm" mt="xs" aria-label={label} onClick={run}>
      Show more
    </Button>
  )
}

type CustomerStory = components['schemas']['CustomerStory']
type StoppedProduct = components['schemas']['StoppedProduct']

/** Products of a list that are shown at once. */
const SHOWN = 10

/** The last and the open orders of a customer, and its credit. */
function storyQuery(slug: string, id: string) {
  return dataQuery(
    [...customersKey(slug), id, 'story'],
    '/app-api/console/{slug}/customers/{id}/story',
    { path: { slug, id } },
    { refetchInterval: LIVE_MS },
  )
}

/** What a customer has stopped ordering: the first ones, and whether there are more. */
function stoppedQuery(slug: string, id: string, limit: number) {
  return dataQuery([...customersKey(slug), id, 'stopped', limit], '/app-api/console/{slug}/customers/{id}/stopped', {
    path: { slug, id },
    query: { limit },
  })
}

const MOST = 100

/** What a customer usually orders, the next order first. */
function UsualProducts({ customerId }: { customerId: string }) {
  const { slug, currency } = useWorkspace()
  const [limit, setLimit] = useState(SHOWN)
  const { data: usual } = useQuery({ ...usualQuery(slug, customerId, limit), placeholderData: (before) => before })
  const { data: stopped } = useQuery(stoppedQuery(slug, customerId, SHOWN))
  if (!usual) return null
  const rows = usual.filter(({ sku }) => !stopped?.some((one) => one.sku === sku))
  if (rows.length === 0) return null
  return (
    <TabSection
      title="Usual products"
      description="What is in the last order, or in two of the last four, comes first; then by how often and how lately it was ordered."
    >
      <PlainTable
        label="Usual products"
        columns={[productColumn(slug), LAST_COLUMN, priceColumn(currency)]}
        rows={rows}
      />
      <ShowMore
        label="Show more usual products"
        isShown={limit === SHOWN && usual.length === SHOWN}
        run={() => setLimit(MOST)}
      />
    </TabSection>
  )
}

/** What a customer ordered regularly, and has stopped ordering. */
function StoppedBuying({ customerId }: { customerId: string }) {
  const { slug, currency } = useWorkspace()
  const [limit, setLimit] = useState(SHOWN)
  const { data: stopped } = useQuery({ ...stoppedQuery(slug, customerId, limit), placeholderData: (before) => before })
  if (!stopped || stopped.length === 0) return null
  return (
    <TabSection title="Stopped buying" description={STOPPED_IN_WORDS}>
      <PlainTable
        label="Stopped buying"
        columns={[productColumn(slug), RHYTHM, LAST_COLUMN, priceColumn(currency)]}
        rows={stopped}
      />
      <ShowMore
        label="Show more of what was stopped"
        isShown={limit === SHOWN && stopped.length === SHOWN}
        run={() => setLimit(MOST)}
      />
    </TabSection>
  )
}

const RHYTHM: PlainColumn<StoppedProduct> = {
  header: 'Was ordered',
  cell: ({ orders, everyDays }) => `every ${counted(everyDays, 'day')}, ${counted(orders, 'time')}`,
}

type Order = CustomerStory['openOrders'][number]

/** What is neither completed nor cancelled: the newest ones of each status. */
function OpenOrders({ customer, story }: { customer: Customer; story: CustomerStory }) {
  const { slug, timezone } = useWorkspace()
  const { count } = story.credit.openOrders
  return (
    <TabSection title="Open orders">
      <PlainTable label="Open orders" columns={columnsOf(slug, timezone)} rows={story.openOrders} />
      {count > story.openOrders.length && (
        <Text size="sm" mt="xs">
          <TextLink to="/w/$slug/customers/$id" params={{ slug, id: customer.id }} search={{ tab: 'orders' }}>
            All orders, {count.toLocaleString('en')} of them open
          </TextLink>
        </Text>
      )}
    </TabSection>
  )
}

function columnsOf(slug: string, timezone: string): PlainColumn<Order>[] {
  return [
    {
      header: 'Order',
      cell: ({ id, number }) => (
        <TextLink className="standalone-link" to="/w/$slug/orders/$id" params={{ slug, id }}>
          {number}
        </TextLink>
      ),
    },
    { header: 'Status', cell: ({ status }) => <OrderStatusBadge status={status} isWaitedFor /> },
    { header: 'Placed', cell: ({ placedAt }) => <RelativeTime at={placedAt} timezone={timezone} /> },
    { header: 'Wanted on', from: 'sm', cell: ({ wantedOn }) => wantedOn ?? '–' },
    { header: 'Subtotal', align: 'end', cell: ({ subtotal, currency }) => formatMoney(subtotal, currency) },
  ]
}

/** Whom to write to and to ring, with one press. */
function ContactLinks({ customer: { contactName, email, phone } }: { customer: Customer }) {
  if (contactName === null && email === null && phone === null) return <Text size="sm">Nothing is known yet.</Text>
  return (
    <Stack gap={6} style={{ overflowWrap: 'anywhere' }}>
      {contactName && <Text size="sm">{contactName}</Text>}
      {email && (
        <Anchor size="sm" className="standalone-link" href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
          {email}
        </Anchor>
      )}
      {phone && (
        <Anchor size="sm" className="standalone-link" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
          {phone}
        </Anchor>
      )}
    </Stack>
  )
}

function LastOrder({ order }: { order: CustomerStory['lastOrder'] }) {
  const { slug, timezone } = useWorkspace()
  if (!order) return <Text size="sm">No orders yet.</Text>
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <TextLink size="sm" className="standalone-link" to="/w/$slug/orders/$id" params={{ slug, id: order.id }}>
          Order {order.number}
        </TextLink>
        <OrderStatusBadge status={order.status} />
      </Group>
      <Text size="sm">
        {formatMoney(order.subtotal, order.currency)}, {counted(order.lineCount, 'line')},{' '}
        <RelativeTime at={order.placedAt} timezone={timezone} />
      </Text>
    </Stack>
  )
}

/** What is open of a customer, beside its limit. */
function CreditNow({ credit }: Pick<CustomerStory, 'credit'>) {
  const { currency } = useWorkspace()
  const { limit, openBalance, openOrders } = credit
  const open = (openBalance ?? 0) + openOrders.value
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600} c={limit !== null && open > limit ? 'var(--mantine-color-error)' : undefined}>
        {formatMoney(open, currency)} open{limit === null ? ', no limit' : ` of ${formatMoney(limit, currency)}`}
      </Text>
      <Text size="sm" c="dimmed">
        {openBalance !== null && `${formatMoney(openBalance, currency)} owed, `}
        {formatMoney(openOrders.value, currency)} in {counted(openOrders.count, 'open order')}
      </Text>
    </Stack>
  )
}
