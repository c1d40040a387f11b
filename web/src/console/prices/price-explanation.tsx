import { Alert, Badge, Button, Group, Paper, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { dataQuery } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { writeToClipboard } from '../../shared/clipboard.tsx'
import { formatDateTime } from '../../shared/dates.ts'
import { TextLink } from '../../shared/links.tsx'
import { formatMoney, sumInWords } from '../../shared/money.tsx'
import { PlainTable } from '../../shared/plain-table.tsx'
import { reasonIn } from '../../shared/price-reason.ts'
import { parseQuantity } from '../../shared/quantity.ts'
import { notify } from '../../shared/toasts.tsx'
import { useWorkspace } from '../workspace-context.tsx'

/** A price with the words for the customer, and every price that was considered. */
export function PriceExplanation({ price: explained, isStale }: { price: PriceForStaff; isStale: boolean }) {
  const { slug, currency, timezone } = useWorkspace()
  const { price, qty, words, visible, customer, scheduledBy, unitLabel } = explained
  return (
    <div style={{ opacity: isStale ? 0.9 : 1 }} aria-busy={isStale}>
      <Paper withBorder p="md" mb="md" component="section" aria-label="Price">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            <Text size="xl" fw={650} style={{ overflowWrap: 'anywhere' }}>
              {price.unit === null ? 'No price' : `${formatMoney(price.unit, currency)} ${perUnit(unitLabel)}`}
            </Text>
            <Text c="dimmed">
              {price.unit !== null && qty > 1 && `${sumInWords(qty, price.unit, currency)} · `}
              {price.label || 'List price'}
            </Text>
          </div>
          <CopyButton words={words} />
        </Group>
        <Text mt="sm" component="blockquote" m={0}>
          “{words}”
        </Text>
      </Paper>
      {!visible && (
        <Alert color="yellow" mb="md">
          {customer.name} cannot see this product, and cannot order it.
        </Alert>
      )}
      {scheduledBy && (
        <Text mb="md" size="sm">
          The list price of that day comes from{' '}
          <TextLink to="/w/$slug/price-changes/$id" params={{ slug, id: scheduledBy.priceChangeId }}>
            {scheduledBy.name}
          </TextLink>
          , scheduled for {formatDateTime(scheduledBy.scheduledFor, timezone)}.
        </Text>
      )}
      <Candidates explained={explained} />
    </div>
  )
}

function perUnit(unitLabel: string): string {
  return /^each$/i.test(unitLabel) ? 'each' : `per ${unitLabel}`
}

function CopyButton({ words }: { words: string }) {
  const copy = () =>
    void writeToClipboard(words).then(
      () => notify('Copied.'),
      () => notify('The browser did not allow copying: select the words and copy them.', { failed: true }),
    )
  return (
    <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
      Copy words
    </Button>
  )
}

/** The winner first, then the others in the order in which they were considered. */
function Candidates({ explained: { candidates } }: { explained: PriceForStaff }) {
  const { currency, timezone } = useWorkspace()
  const rows = candidates
    .toSorted((a, b) => Number(b.applied) - Number(a.applied))
    .map((candidate) => ({ ...candidate, reason: reasonIn(candidate.reason, timezone) }))
  return (
    <PlainTable
      label="Prices considered"
      rows={rows}
      isStrong={({ applied }) => applied}
      columns={[
        {
          header: 'Price',
          cell: ({ label, applied, reason }) => (
            <>
              {label || 'List price'} {applied && <Badge color="green">Applies</Badge>}
              <Text size="sm" c="dimmed" hiddenFrom="sm">
                {reason}
              </Text>
            </>
          ),
        },
        { header: 'For one', align: 'end', cell: ({ unit }) => formatMoney(unit, currency) },
        { header: 'From quantity', align: 'end', cell: ({ minQty }) => minQty.toLocaleString('en') },
        { header: 'Why', from: 'sm', cell: ({ reason }) => reason },
      ]}
    />
  )
}

type PriceForStaff = components['schemas']['PriceForStaff']

/** What a price is asked for. `date` is empty for today. */
type PriceQuestion = { customer: string; product: string; quantity: string; date: string }

export function priceQuery(slug: string, { customer, product, quantity, date }: PriceQuestion) {
  const qty = parseQuantity(quantity).value
  return dataQuery(
    ['console', slug, 'prices', customer, product, qty, date],
    '/app-api/console/{slug}/prices',
    { path: { slug }, query: { customer, product, qty: qty!, ...(date && { date }) } },
    { enabled: customer !== '' && product !== '' && qty !== undefined, placeholderData: keepPreviousData },
  )
}
