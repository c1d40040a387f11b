import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DataTable } from '../../shared/data-table.tsx'
import { Empty } from '../../shared/empty.tsx'
import { formatDateTime } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.tsx'
import { PlainTable } from '../../shared/plain-table.tsx'
import { Problem } from '../../shared/problem.tsx'
import { actionAlone } from '../activity/action-words.ts'
import { nameOf } from '../activity/change-words.ts'
import { historyColumns } from '../activity/history-columns.tsx'
import { UndoEntry } from '../activity/undo-entry.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { AVAILABILITY_LABEL } from '../../../../server/src/shared/availability.ts'
import { PriceChart } from './price-chart.tsx'
import { historyQuery, listPricesQuery } from './product-queries.ts'
import type { EditedProduct } from './product-queries.ts'
import type { components } from '../../shared/app-api.d.ts'
import { TextLink } from '../../shared/text-link.tsx'

type Entry = components['schemas']['ProductHistoryEntry']

const route = getRouteApi('/w/$slug/products/$id')

/** The list price over time, and who changed what of the product. */
export function ProductHistory({ product }: { product: EditedProduct }) {
  return (
    <>
      <Title order={2} size="h3" mb="sm">
        List price
      </Title>
      <ListPrices product={product} />
      <Title order={2} size="h3" mt="xl" mb="sm">
        Changes
      </Title>
      <Changes product={product} />
    </>
  )
}

function ListPrices({ product }: { product: EditedProduct }) {
  const { slug, currency, timezone } = useWorkspace()
  const { data, error } = useQuery(listPricesQuery(slug, product.id))
  if (!data) return <Problem error={error} />
  if (data.published.length === 0) {
    return (
      <Text c="dimmed">
        {product.listPrice === null
          ? 'It has had no list price yet.'
          : `${formatMoney(product.listPrice, currency)} since it was added. No price change was published for it.`}
      </Text>
    )
  }
  return (
    <>
      <PriceChart product={product.id} />
      <PlainTable
        label="Published list prices"
        miw={420}
        rows={data.published.toReversed()}
        columns={[
          { header: 'From', cell: ({ at }) => formatDateTime(at, timezone) },
          { header: 'Before', align: 'end', cell: ({ from }) => formatMoney(from, currency) },
          { header: 'List price', align: 'end', cell: ({ to }) => formatMoney(to, currency) },
          {
            header: 'Price change',
            cell: ({ priceChangeId, name }) => (
              <TextLink to="/w/$slug/price-changes/$id" params={{ slug, id: priceChangeId }}>
                {name}
              </TextLink>
            ),
          },
        ]}
      />
    </>
  )
}

function Changes({ product }: { product: EditedProduct }) {
  const { slug } = useWorkspace()
  const { page } = route.useSearch()
  const { data, error, refetch, isPlaceholderData } = useQuery(historyQuery(slug, product.id, page))
  return (
    <>
      <Problem error={error} retry={() => void refetch()} />
      <DataTable
        label="Changes"
        columns={COLUMNS}
        rows={data?.data}
        rowKey={({ id }) => id}
        isStale={isPlaceholderData}
        empty={<Empty title="No changes yet">What people change of this product is listed here.</Empty>}
        pager={{ nextOffset: data?.nextOffset }}
      />
    </>
  )
}

const COLUMNS = historyColumns((entry: Entry) => <What entry={entry} />)

/** Each changed field, with its value before and after. */
function What({ entry }: { entry: Entry }) {
  const { action, changes } = entry
  const { currency } = useWorkspace()
  const told = Object.entries(changes).filter(([, change]) => isFromTo(change)) as [string, FromTo][]
  return (
    <>
      {told.length === 0 && actionAlone(action)}
      {told.map(([field, { from, to }]) => (
        <Text key={field} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {nameOf(field)}: <del>{wordFor(field, from, currency)}</del> →{' '}
          <ins style={{ textDecoration: 'none' }}>{wordFor(field, to, currency)}</ins>
        </Text>
      ))}
      <UndoEntry entry={entry} />
    </>
  )
}

type FromTo = { from: unknown; to: unknown }

function isFromTo(change: unknown): change is FromTo {
  return typeof change === 'object' && change !== null && 'to' in change
}

const WORDS: Record<string, string> = {
  ...AVAILABILITY_LABEL,
  all: 'all customers',
  selected: 'selected customers',
  true: 'yes',
  false: 'no',
}

function wordFor(field: string, value: unknown, currency: string): string {
  if (field === 'draftedListPrice') return formatMoney(value as number | null, currency)
  if (value === null || value === undefined || value === '') return 'nothing'
  if (Array.isArray(value)) return value.length === 0 ? 'no customer' : value.join(', ')
  return WORDS[String(value)] ?? String(value)
}
