import { Badge, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ApiError, api } from '../../shared/api.ts'
import { NotFound, Page, useTab } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { ProductPictures } from '../images/product-pictures.tsx'
import styles from '../images/images.module.css'
import { useWorkspace } from '../workspace-context.tsx'
import { ProductDetails } from './product-details.tsx'
import { ProductPrices, PriceChart } from './product-prices.tsx'
import { productQuery, historyQuery, listPricesQuery } from './product-queries.ts'
import type { EditedProduct } from './product-queries.ts'
import { ConfirmDialog } from '../../shared/form-dialog.tsx'
import { MoreActions } from '../acts.tsx'
import { notify } from '../../shared/toasts.tsx'
import { DataTable } from '../../shared/data-table.tsx'
import { Empty } from '../../shared/empty.tsx'
import { formatDateTime } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.tsx'
import { PlainTable } from '../../shared/plain-table.tsx'
import { actionAlone } from '../activity/action-words.ts'
import { nameOf } from '../activity/change-words.ts'
import { historyColumns } from '../activity/activity-list.tsx'
import { UndoEntry } from '../activity/undo.tsx'
import { AVAILABILITY_LABEL } from '../../../../server/src/shared/availability.ts'
import type { components } from '../../shared/app-api.d.ts'
import { TextLink } from '../../shared/links.tsx'

const route = getRouteApi('/w/$slug/products/$id')

const TABS = [
  { value: 'details', label: 'Details' },
  { value: 'prices', label: 'Prices' },
  { value: 'history', label: 'History' },
]

export function ProductPage() {
  const { slug, id } = route.useParams()
  const { may } = useWorkspace()
  const { data: product, error, refetch } = useQuery(productQuery(slug, id))
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  const crumbs = [{ label: 'Products', link: { to: '/w/$slug/products', params: { slug } } as const }]
  if (!product) {
    return (
      <Page title="Product" crumbs={crumbs}>
        <Problem error={error} retry={() => void refetch()} />
      </Page>
    )
  }
  return (
    <Page
      title={product.name}
      beside={!product.active && <Badge color="gray">Inactive</Badge>}
      description={[product.sku, product.brand, product.category].filter(Boolean).join(' · ')}
      crumbs={crumbs}
      actions={<FurtherActs product={product} />}
      tabs={may('all') ? TABS : TABS.filter(({ value }) => value !== 'history')}
    >
      <ProductTab product={product} />
    </Page>
  )
}

function ProductTab({ product }: { product: EditedProduct }) {
  switch (useTab(TABS)) {
    case 'prices':
      return <ProductPrices product={product} />
    case 'history':
      return <ProductHistory product={product} />
    default:
      return (
        <div className={styles.layout} key={product.id}>
          <ProductDetails product={product} />
          <ProductPictures product={product} />
        </div>
      )
  }
}

function FurtherActs({ product }: { product: EditedProduct }) {
  const { reasonNot } = useWorkspace()
  const { dialog } = route.useSearch()
  const change = useChangeSearch()
  const reason = reasonNot('deletions')
  return (
    <>
      <MoreActions acts={[{ label: 'Delete', reason, run: () => change({ dialog: 'delete' }) }]} />
      <DeleteProductDialog
        product={product}
        opened={dialog === 'delete' && !reason}
        onClose={() => change({ dialog: undefined })}
      />
    </>
  )
}

type DeleteProductDialogProps = { product: EditedProduct; opened: boolean; onClose: () => void }

/** Deletes a product, once its name is typed. */
function DeleteProductDialog({ product: { id, sku, name }, opened, onClose }: DeleteProductDialogProps) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const run = async () => {
    await api.DELETE('/app-api/console/{slug}/products/{id}', { params: { path: { slug, id } } })
    notify(`${name} was deleted.`)
    await navigate({ to: '/w/$slug/products', params: { slug } })
    queryClient.removeQueries({ queryKey: ['console', slug, 'products', id] })
    void queryClient.invalidateQueries({ queryKey: ['console', slug] })
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete ${sku}`}
      effect="This deletes the product with its agreed prices and its lines in price changes. Orders keep what they show. It cannot be undone. To only hide it, make it inactive."
      confirmLabel="Delete product"
      typedName={name}
      danger
      onConfirm={run}
    />
  )
}

type Entry = components['schemas']['ProductHistoryEntry']

/** The list price over time, and who changed what of the product. */
function ProductHistory({ product }: { product: EditedProduct }) {
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
