import { queryOptions, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../shared/api.ts'
import { useChangeSearch } from '../../shared/search-params.ts'
import { ExportMenu } from '../exports/export-menu.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { PriceListDialog } from './price-list-dialog.tsx'

const route = getRouteApi('/w/$slug/customers/$id')

/** The price list of a customer as a file. A very long PDF is asked for on the page that buyers have for it. */
export function PriceListMenu({ customerId }: { customerId: string }) {
  const { slug } = useWorkspace()
  const { dialog } = route.useSearch()
  const change = useChangeSearch()
  const { data: size } = useQuery(sizeQuery(slug, customerId))
  const isLong = size !== undefined && size.pages > size.maxPages
  return (
    <>
      <ExportMenu
        label="Price list"
        href={`/app-api/console/${slug}/customers/${customerId}/price-list`}
        formats={isLong ? ['csv', 'xlsx'] : ['csv', 'xlsx', 'pdf']}
        page={
          isLong
            ? {
                label: `PDF of ${size.pages.toLocaleString('en')} pages …`,
                href: `/t/${slug}/as/${customerId}/price-list`,
              }
            : undefined
        }
        action={{ label: 'As of another day …', run: () => change({ dialog: 'price-list' }, { push: true }) }}
      />
      {dialog === 'price-list' && (
        <PriceListDialog customerId={customerId} onClose={() => change({ dialog: undefined })} />
      )}
    </>
  )
}

function sizeQuery(slug: string, id: string) {
  return queryOptions({
    queryKey: ['console', slug, 'customer', id, 'price-list'],
    queryFn: async ({ signal }) =>
      (
        await api.GET('/app-api/console/{slug}/customers/{id}/preview/price-list', {
          params: { path: { slug, id }, query: {} },
          signal,
        })
      ).data,
  })
}
