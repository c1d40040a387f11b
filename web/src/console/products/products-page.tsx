import { Button, Text, Title, Select, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { sortText, useSelection } from '../../shared/list.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { DidYouMean, Empty, LiveRegion } from '../../shared/empty.tsx'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useChangeSearch, usePage, useSearchParam } from '../../shared/search-params.ts'
import type { Selection } from '../../shared/list.ts'
import { asksForSimilar } from '../../shared/similar.ts'
import { ExportMenu } from '../exports/export-menu.tsx'
import { ListBar } from '../lists/list-bar.tsx'
import { useColumns } from '../lists/use-columns.ts'
import { useCountedViews, ViewTabs } from '../lists/view-tabs.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { AddProductDialog } from './add-product-dialog.tsx'
import { EditedRow } from './edited-row.tsx'
import { productColumns } from './product-columns.tsx'
import {
  PRODUCT_FILTERS,
  filterOf,
  ownDraftQuery,
  productCountQuery,
  productsQuery,
  similarQuery,
  sortOf,
} from './product-queries.ts'
import type { ListedProduct, ProductFilter } from './product-queries.ts'
import { counted } from '../../../../server/src/shared/counted.ts'
import { TextLink } from '../../shared/links.tsx'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { AVAILABILITY_CHOICES } from '../../shared/filter-choices.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { findGroups, groupsQuery } from '../choices.ts'
import type { Grouping } from '../choices.ts'
import { BulkMenu, MoreActions } from '../acts.tsx'
import { ChangePricesDialog } from './change-prices-dialog.tsx'
import { BulkEditDialog } from './bulk-edit-dialog.tsx'
import { BULK_ACTS, whileActing } from './bulk-acts.ts'
import type { BulkAct, ChosenProducts } from './bulk-acts.ts'
import { api, ApiError } from '../../shared/api.ts'
import { ConfirmDialog } from '../../shared/form-dialog.tsx'
import { notify } from '../../shared/toasts.tsx'

const route = getRouteApi('/w/$slug/products')

export function ProductsPage() {
  const search = route.useSearch()
  const { slug, currency, timezone, may, reasonNot } = useWorkspace()
  const change = useChangeSearch()
  const client = useQueryClient()
  const navigate = route.useNavigate()
  const list = useQuery(productsQuery(slug, search))
  const { data: total } = useQuery(productCountQuery(slug, search))
  const filter = filterOf(search)
  const selection = useSelection(filter, total ?? 0)
  const page = usePage()
  const products = list.data?.data
  const { data: similar } = useQuery({
    ...similarQuery(slug, search, products ?? []),
    enabled:
      products !== undefined &&
      !list.isPlaceholderData &&
      page === 1 &&
      asksForSimilar(search.q ?? '', products.length),
  })
  const hasImages = [...(products ?? []), ...(similar?.products ?? [])].some(({ image }) => image !== null)
  const cannotWrite = reasonNot('products')
  const [edit, setEdit] = useState<{ id: string; isOpen: boolean; column?: string | undefined } | null>(null)
  // The row may have left the list since.
  const editedId = edit?.isOpen && products?.some(({ id }) => id === edit.id) ? edit.id : null
  useEffect(() => {
    if (edit?.isOpen === false) document.querySelector<HTMLElement>(`[data-key="${edit.id}"] [data-row-link]`)?.focus()
  }, [edit])
  const cannotEdit = cannotWrite ?? (editedId === null ? null : 'Save or cancel the row that you edit first.')
  const { shown, ...columns } = useColumns(
    'products',
    productColumns({
      currency,
      timezone,
      hasImages,
      onEdit: ({ id }, column) => setEdit({ id, isOpen: true, column }),
      cannotEdit,
    }),
  )
  const { data: draft } = useQuery({ ...ownDraftQuery(slug), enabled: may('all') })
  const views = useCountedViews('products', (view) => client.fetchQuery(productCountQuery(slug, view)))
  const openDialog = (dialog: string | undefined) => change({ dialog, page: search.page })
  const isFiltered = Object.keys(filter).length > 0
  const table = {
    columns: shown,
    rowKey: ({ id }: ListedProduct) => id,
    rowLabel: ({ name }: ListedProduct) => name,
    rowLink: ({ id }: ListedProduct) => ({ to: '/w/$slug/products/$id', params: { slug, id } }) as const,
    edited: {
      key: editedId,
      row: (product: ListedProduct) => (
        <EditedRow
          listed={product}
          columns={shown}
          first={edit?.column}
          onClose={() => setEdit({ id: product.id, isOpen: false })}
        />
      ),
    },
  }
  return (
    <Page
      title="Products"
      beside={<Text c="dimmed">{total !== undefined && counted(total, 'product')}</Text>}
      actions={
        <>
          {may('all') && <ExportMenu label="Export" href={`/app-api/console/${slug}/products/export`} query={filter} />}
          <BulkActions selection={selection} filter={filter} dialog={search.dialog} openDialog={openDialog} />
          <MoreActions
            acts={[
              {
                label: 'Add pictures',
                reason: null,
                run: () => void navigate({ to: '/w/$slug/add-pictures', params: { slug } }),
              },
            ]}
          />
          <GuardedButton
            reason={cannotWrite}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => openDialog('add')}
          >
            Add product
          </GuardedButton>
        </>
      }
    >
      <ViewTabs list="products" views={views} columns={columns} params={PRODUCT_FILTERS}>
        {draft && draft.lineCount > 0 && <OwnDraft draft={draft} />}
      </ViewTabs>
      <ListBar searchLabel="Search products" params={PRODUCT_FILTERS.slice(1)}>
        <ProductFilters />
      </ListBar>
      <Problem error={list.data ? null : list.error} retry={() => void list.refetch()} />
      <LiveRegion>{similar && <DidYouMean q={similar.q} />}</LiveRegion>
      <DataTable
        label="Products"
        {...table}
        rows={products}
        isStale={list.isPlaceholderData}
        sort={sortOf(search)}
        onSort={(sort) => change({ sort: sortText(sort) })}
        onWiden={columns.widen}
        selection={selection}
        empty={
          isFiltered ? (
            <Empty title="No product matches" action={<ClearFilters />}>
              Remove a filter, or search for fewer words.
            </Empty>
          ) : (
            <Empty
              title="No products yet"
              action={
                <TextLink to="/w/$slug/imports" params={{ slug }}>
                  Import a file
                </TextLink>
              }
            >
              Products come from your ERP through the API, from a spreadsheet, or are added here one by one.
            </Empty>
          )
        }
        pager={{ total, nextOffset: list.data?.nextOffset }}
      />
      {similar && (
        <section>
          <Title order={2} size="h4" my="sm">
            Similar
          </Title>
          <DataTable
            label="Similar"
            {...table}
            columns={table.columns.filter(({ key }) => key !== 'edit')}
            rows={similar.products}
          />
        </section>
      )}
      <AddProductDialog opened={search.dialog === 'add'} onClose={() => openDialog(undefined)} />
    </Page>
  )
}

/** How many prices wait in the person's draft, and the way to publish them. */
function OwnDraft({ draft: { id, lineCount } }: { draft: { id: string; lineCount: number } }) {
  const { slug } = useWorkspace()
  return (
    <Text component="section" aria-label="Your draft" size="sm" px="xs">
      {counted(lineCount, 'price')} in your draft{' '}
      <TextLink to="/w/$slug/price-changes/$id" params={{ slug, id }} search={{ dialog: 'publish' }} underline="always">
        Review and publish
      </TextLink>
    </Text>
  )
}

function ClearFilters() {
  const change = useChangeSearch()
  const nothing = { q: undefined, brand: undefined, category: undefined, availability: undefined }
  return (
    <Button
      variant="default"
      onClick={() => change({ ...nothing, active: undefined, visibility: undefined, withoutPrice: undefined })}
    >
      Clear filters
    </Button>
  )
}

const ACTIVE = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
]
const VISIBILITY = [
  { value: 'all', label: 'All customers' },
  { value: 'selected', label: 'Selected customers' },
]
const WITHOUT_PRICE = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

/** What the list of products is filtered by. */
function ProductFilters() {
  return (
    <>
      <GroupFilter label="Brand" param="brand" />
      <GroupFilter label="Category" param="category" />
      <FilterSelect label="Availability" param="availability" data={AVAILABILITY_CHOICES} />
      <FilterSelect label="Active" param="active" data={ACTIVE} />
      <FilterSelect label="Visibility" param="visibility" data={VISIBILITY} />
      <FilterSelect label="Without a price" param="withoutPrice" data={WITHOUT_PRICE} />
    </>
  )
}

const NONE: { id: string; name: string }[] = []

/** Filters by a brand or category: a combobox that asks the service, since there can be thousands. */
function GroupFilter({ label, param }: { label: string; param: Grouping }) {
  const { slug } = useWorkspace()
  const [id, change] = useSearchParam(param)
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, 120)
  const { data: chosen = NONE } = useQuery({
    queryKey: ['console', slug, param, 'id', id],
    queryFn: ({ signal }) => findGroups(slug, param, { id }, signal),
    enabled: id !== '',
    staleTime: 60_000,
  })
  // The name of the chosen one stands in the field: it is no search.
  const isTyped = q !== '' && q !== chosen[0]?.name
  const { data: found = NONE } = useQuery(groupsQuery(slug, param, isTyped ? q : ''))
  const offered = [...chosen.filter((group) => group.id === id && found.every((other) => other.id !== id)), ...found]
  return (
    <Select
      label={label}
      placeholder="All"
      data={offered.map((group) => ({ value: group.id, label: group.name }))}
      value={id === '' ? null : id}
      onChange={(value) => change(value)}
      searchable
      onSearchChange={setTyped}
      filter={({ options }) => options}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      nothingFoundMessage="Nothing matches"
    />
  )
}

type BulkActionsProps = {
  selection: Selection
  filter: ProductFilter
  /** The open dialog, in the address. */
  dialog: string | undefined
  openDialog: (dialog: string | undefined) => void
}

/** What can be done with all chosen products, each in a dialog that says its effect first. */
function BulkActions({ selection, filter, dialog, openDialog }: BulkActionsProps) {
  const { reasonNot } = useWorkspace()
  const { count, everything, keys } = selection
  const reason = reasonNot('products') ?? (count === 0 ? 'Choose products in the list first.' : null)
  const act = BULK_ACTS.find(({ id }) => id === dialog)
  const chosen = everything ? { filter: filterToSend(filter), expected: count } : { ids: [...keys] }
  const close = () => openDialog(undefined)
  const shared = { count, chosen, onClose: close, onDone: selection.clear }
  return (
    <>
      <BulkMenu reason={reason} acts={[...BULK_ACTS, { id: 'prices', label: 'Change prices…' }]} onChoose={openDialog}>
        <Menu.Divider />
        <Menu.Item
          c="var(--mantine-color-error)"
          disabled={reasonNot('deletions') !== null}
          title={reasonNot('deletions') ?? undefined}
          onClick={() => openDialog('delete')}
        >
          Delete
        </Menu.Item>
      </BulkMenu>
      {act && count > 0 && <BulkEditDialog key={act.id} act={act satisfies BulkAct} {...shared} />}
      {dialog === 'prices' && count > 0 && <ChangePricesDialog {...shared} />}
      {dialog === 'delete' && count > 0 && <BulkDeleteDialog {...shared} />}
    </>
  )
}

/** In the body of a call, flags are no texts. */
function filterToSend({ active, withoutPrice, ...texts }: ProductFilter) {
  return {
    ...(texts as object),
    ...(active && { active: active === 'true' }),
    ...(withoutPrice && { withoutPrice: withoutPrice === 'true' }),
  }
}

type BulkDeleteDialogProps = { count: number; chosen: ChosenProducts; onClose: () => void; onDone: () => void }

/** Deletes the chosen products, once their number is typed. */
function BulkDeleteDialog({ count, chosen, onClose, onDone }: BulkDeleteDialogProps) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const run = async () => {
    try {
      const { data } = await api.POST('/app-api/console/{slug}/products/bulk-delete', {
        params: { path: { slug } },
        body: { products: chosen },
      })
      notify(`${counted(data.deleted, 'product')} deleted.`)
      onDone()
      void queryClient.invalidateQueries({ queryKey: ['console', slug] })
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        void queryClient.invalidateQueries({ queryKey: ['console', slug, 'products'] })
      }
      throw error
    }
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete ${counted(count, 'product')}`}
      effect={
        <Text>
          This deletes <strong>{counted(count, 'product')}</strong> with their agreed prices and their lines in price
          changes. Orders keep what they show. It cannot be undone.
        </Text>
      }
      typedName={String(count)}
      danger
      whilePending={whileActing(count)}
      onConfirm={run}
    />
  )
}
