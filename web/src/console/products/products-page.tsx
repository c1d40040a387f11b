import { Button, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ButtonLink } from '../../shared/button-link.tsx'
import { sortText } from '../../shared/column.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { DidYouMean } from '../../shared/did-you-mean.tsx'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { Empty } from '../../shared/empty.tsx'
import { LiveRegion } from '../../shared/live-region.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useChangeSearch, usePage } from '../../shared/search-params.ts'
import { useSelection } from '../../shared/selection.ts'
import { asksForSimilar } from '../../shared/similar.ts'
import { ExportMenu } from '../exports/export-menu.tsx'
import { ListBar } from '../lists/list-bar.tsx'
import { useColumns } from '../lists/use-columns.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { AddProductDialog } from './add-product-dialog.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { EditedRow } from './edited-row.tsx'
import { phoneColumns, productColumns } from './product-columns.tsx'
import { ProductFilters } from './product-filters.tsx'
import { PRODUCT_FILTERS, filterOf, productCountQuery, productsQuery, similarQuery, sortOf } from './product-queries.ts'
import type { ListedProduct } from './product-queries.ts'
import { useIsPhone } from '../../shared/use-is-phone.ts'
import { counted } from '../../../../server/src/shared/counted.ts'
import { TextLink } from '../../shared/text-link.tsx'

const route = getRouteApi('/w/$slug/products')

export function ProductsPage() {
  const search = route.useSearch()
  const { slug, currency, timezone, reasonNot } = useWorkspace()
  const change = useChangeSearch()
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
  const isPhone = useIsPhone()
  const cannotWrite = reasonNot('write')
  const [edit, setEdit] = useState<{ id: string; isOpen: boolean } | null>(null)
  // The row may have left the list since.
  const editedId = edit?.isOpen && products?.some(({ id }) => id === edit.id) ? edit.id : null
  useEffect(() => {
    if (edit?.isOpen === false) document.querySelector<HTMLElement>(`[data-key="${edit.id}"] [data-row-link]`)?.focus()
  }, [edit])
  const cannotEdit = cannotWrite ?? (editedId === null ? null : 'Save or cancel the row that you edit first.')
  const { shown, ...columns } = useColumns(
    'products',
    productColumns({ currency, timezone, hasImages, onEdit: ({ id }) => setEdit({ id, isOpen: true }), cannotEdit }),
  )
  const openDialog = (dialog: string | undefined) => change({ dialog, page: search.page })
  const isFiltered = Object.keys(filter).length > 0
  const table = {
    columns: isPhone ? phoneColumns(currency) : shown,
    rowKey: ({ id }: ListedProduct) => id,
    rowLabel: ({ name }: ListedProduct) => name,
    rowLink: ({ id }: ListedProduct) => ({ to: '/w/$slug/products/$id', params: { slug, id } }) as const,
    edited: {
      key: editedId,
      row: (product: ListedProduct) => (
        <EditedRow listed={product} columns={shown} onClose={() => setEdit({ id: product.id, isOpen: false })} />
      ),
    },
  }
  return (
    <Page
      title="Products"
      beside={<Text c="dimmed">{total !== undefined && counted(total, 'product')}</Text>}
      actions={
        <>
          <ExportMenu label="Export" href={`/app-api/console/${slug}/products/export`} query={filter} />
          <BulkActions selection={selection} filter={filter} dialog={search.dialog} openDialog={openDialog} />
          <ButtonLink variant="default" to="/w/$slug/add-pictures" params={{ slug }}>
            Add pictures
          </ButtonLink>
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
      <ListBar list="products" searchLabel="Search products" columns={columns} params={PRODUCT_FILTERS.slice(1)}>
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
