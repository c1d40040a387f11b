import { Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import type { Column } from '../../shared/list.ts'
import { ConfirmDialog } from '../../shared/form-dialog.tsx'
import { DataTable } from '../../shared/data-table.tsx'
import { formatDate } from '../../shared/dates.ts'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { notify } from '../../shared/toasts.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { oneKey } from './queries.ts'
import type { PriceChange, Review } from './queries.ts'
import { ImpactSection } from './status-badge.tsx'
import { TextLink } from '../../shared/links.tsx'

type InvertedOfCustomer = Review['summary']['inverted']['listed'][number]
/** `customer` is the name of the customer, or of the price group. */
type Inverted = Omit<InvertedOfCustomer, 'customerId' | 'accountCode'> & {
  customerId: string | null
  groupId: string | null
}
type Shield = Review['shields'][number]

/** Agreed prices that will be above the list price, each with ways to mend it. */
export function AgreedPricesAbove({ change, review }: { change: PriceChange; review: Review }) {
  const { slug, currency } = useWorkspace()
  const [mended, setMended] = useState<Inverted | null>(null)
  const { count, listed, ofGroups } = review.summary.inverted
  // Groups first: many customers pay theirs.
  const rows: Inverted[] = [
    ...ofGroups.map((row) => ({ ...row, customer: row.group, customerId: null })),
    ...listed.map((row) => ({ ...row, groupId: null })),
  ]
  if (count === 0) return null
  return (
    <ImpactSection title="Agreed prices above the new list price">
      <Text size="sm" c="dimmed" mb="xs">
        These customers would pay less without their agreement.{' '}
        {count > rows.length && `The first ${rows.length} of ${count.toLocaleString('en')}.`}
      </Text>
      <DataTable
        label="Agreed prices above the new list price"
        columns={invertedColumns(currency, setMended)}
        rows={rows}
        rowKey={({ id }) => id}
        rowLabel={({ customer, sku }) => `${sku} for ${customer}`}
        rowLink={(row) => ownerLink(slug, row)}
      />
      <LowerDialog change={change} agreed={mended} onClose={() => setMended(null)} />
    </ImpactSection>
  )
}

type LowerDialogProps = { change: PriceChange; agreed: Inverted | null; onClose: () => void }

/** Sets an agreed price to the new list price. It holds at once, before the price change is published. */
function LowerDialog({ change, agreed, onClose }: LowerDialogProps) {
  const { slug, currency } = useWorkspace()
  const client = useQueryClient()
  const lower = async () => {
    const { id, customerId, groupId, sku, newPrice } = agreed!
    const kind = customerId === null ? 'price-groups' : 'customers'
    const found = await api.GET(`/app-api/console/{slug}/${kind}/{id}/agreed-prices`, {
      params: { path: { slug, id: customerId ?? groupId! }, query: { q: sku } },
    })
    const present = found.data.find((row) => row.id === id)
    if (present) {
      const params = { path: { slug, id } }
      const { version, minQty, startsOn, endsOn } = present
      const body = { version, minQty, startsOn, endsOn, unit: newPrice }
      await api.PATCH('/app-api/console/{slug}/agreed-prices/{id}', { params, body })
      notify(`${agreed!.customer} has ${sku} at ${formatMoney(newPrice, currency)} now.`)
    }
    await client.invalidateQueries({ queryKey: [...oneKey(slug, change.id), 'review'] })
  }
  return (
    <ConfirmDialog
      opened={agreed !== null}
      onClose={onClose}
      title="Lower the agreed price"
      effect={
        agreed &&
        `${agreed.customer} pays ${formatMoney(agreed.newPrice, currency)} instead of ${formatMoney(agreed.unit, currency)} for ${agreed.sku}, from now on: before this price change is published.`
      }
      confirmLabel="Lower it"
      onConfirm={lower}
    />
  )
}

/** Agreed prices that keep a customer's price as it is. */
export function ShieldingPrices({ review }: { review: Review }) {
  const { currency, timezone } = useWorkspace()
  const { shields, summary } = review
  if (shields.length === 0) return null
  return (
    <ImpactSection title="Kept by an agreed price">
      <Text size="sm" c="dimmed" mb="xs">
        These prices do not move with the list price. {summary.shieldedLines.toLocaleString('en')}{' '}
        {summary.shieldedLines === 1 ? 'line has' : 'lines have'} such a price; the first ones are here.
      </Text>
      <DataTable
        label="Kept by an agreed price"
        columns={shieldColumns(currency, timezone)}
        rows={shields}
        rowKey={({ id }) => id}
        rowLabel={({ customer, sku }) => `${sku} for ${customer}`}
      />
    </ImpactSection>
  )
}

function invertedColumns(currency: string, onLower: (row: Inverted) => void): Column<Inverted>[] {
  return [
    { key: 'customer', header: 'Customer', cell: ({ customer }) => customer },
    { key: 'sku', header: 'SKU', cell: ({ sku }) => sku },
    {
      key: 'unit',
      header: 'Agreed price',
      align: 'end',
      cell: ({ unit, minQty }) => `${formatMoney(unit, currency)}${minQty > 1 ? ` from ${minQty}` : ''}`,
    },
    { key: 'list', header: 'New list price', align: 'end', cell: ({ newPrice }) => formatMoney(newPrice, currency) },
    {
      key: 'mend',
      header: 'Actions',
      cell: (row) => <Mend row={row} onLower={() => onLower(row)} />,
    },
  ]
}

function shieldColumns(currency: string, timezone: string): Column<Shield>[] {
  return [
    { key: 'sku', header: 'SKU', cell: ({ sku }) => sku },
    { key: 'customer', header: 'Customer', cell: ({ customer }) => customer },
    { key: 'unit', header: 'Agreed price', align: 'end', cell: ({ unit }) => formatMoney(unit, currency) },
    {
      key: 'list',
      header: 'List price',
      align: 'end',
      cell: ({ currentPrice, newPrice }) =>
        `${formatMoney(currentPrice, currency)} → ${formatMoney(newPrice, currency)}`,
    },
    {
      key: 'ends',
      header: 'Ends',
      from: 'sm',
      cell: ({ endsAt }) => (endsAt ? formatDate(endsAt, timezone) : 'No end'),
    },
    {
      key: 'mend',
      header: 'Actions',
      cell: (shield) => <CustomerPrices of={shield} />,
    },
  ]
}

function Mend({ row, onLower }: { row: Inverted; onLower: () => void }) {
  const { reasonNot } = useWorkspace()
  return (
    <Group gap="xs" wrap="nowrap">
      <GuardedButton
        reason={reasonNot('terms')}
        size="compact-sm"
        variant="default"
        aria-label={`Lower it: ${row.sku} for ${row.customer}`}
        onClick={onLower}
      >
        Lower it
      </GuardedButton>
      <CustomerPrices of={row} />
    </Group>
  )
}

/** The page of the customer or price group that has an agreed price, where it is. */
function ownerLink(slug: string, { customerId, groupId, sku }: Inverted | Shield) {
  return customerId === null
    ? ({ to: '/w/$slug/groups/$id', params: { slug, id: groupId! }, search: { q: sku } } as const)
    : ({ to: '/w/$slug/customers/$id', params: { slug, id: customerId }, search: { tab: 'prices', q: sku } } as const)
}

/** The way to an agreed price on the page of its owner. */
function CustomerPrices({ of }: { of: Inverted | Shield }) {
  const { slug } = useWorkspace()
  return (
    <TextLink size="sm" aria-label={`Change or remove it: ${of.sku} for ${of.customer}`} {...ownerLink(slug, of)}>
      Change or remove it
    </TextLink>
  )
}
