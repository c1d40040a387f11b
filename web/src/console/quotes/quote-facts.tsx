import { Text, Title } from '@mantine/core'
import { QUOTE_WORDS } from '../../../../server/src/shared/quote-statuses.ts'
import { dayInWords } from '../../../../server/src/shared/read-day.ts'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { TextLink } from '../../shared/links.tsx'
import styles from '../orders/order.module.css'
import facts from '../orders/place-order.module.css'
import { useWorkspace } from '../workspace-context.tsx'
import type { QuoteForStaff } from './quote-queries.ts'

/** Who asked for a quote, with what word; once it was sent, what it says, and what became of it. */
export function QuoteFacts({ quote }: { quote: QuoteForStaff }) {
  const { slug } = useWorkspace()
  const { customer, askedBy, note, status, validUntil, message, orderId, orderNumber } = quote
  const isWritten = status !== 'asked'
  const rows = [
    ['Customer', customer.name],
    ['Asked by', askedBy && `${askedBy.name}, ${askedBy.email}`],
    ['Buyer’s note', note],
    ['Valid until', isWritten && validUntil && dayInWords(validUntil)],
    ['Your word', isWritten && message],
  ] as const
  return (
    <dl className={facts.facts} aria-label="About this quote">
      {rows
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      {orderId && (
        <div>
          <dt>Ordered</dt>
          <dd>
            <TextLink to="/w/$slug/orders/$id" params={{ slug, id: orderId }}>
              Order {orderNumber}
            </TextLink>
          </dd>
        </div>
      )}
    </dl>
  )
}

/** What became of a quote, oldest first. */
export function QuoteHistory({ quote }: { quote: QuoteForStaff }) {
  const { timezone } = useWorkspace()
  return (
    <section aria-label="History">
      <Title order={2} size="h4" mt="lg" mb="xs">
        History
      </Title>
      <ol className={styles.history}>
        {quote.history.map(({ status, at, by, note }) => (
          <li key={`${status} ${at}`}>
            <Text fw={600} size="sm">
              {status === 'asked' ? 'Begun' : QUOTE_WORDS[status].label}
            </Text>
            <Text size="sm" c="dimmed">
              {by.name}, <RelativeTime at={at} timezone={timezone} />
            </Text>
            {note && <Text size="sm">{note}</Text>}
          </li>
        ))}
      </ol>
    </section>
  )
}
