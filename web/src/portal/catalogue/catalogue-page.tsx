import { Group, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Empty } from '../../shared/empty.tsx'
import { LiveRegion } from '../../shared/live-region.tsx'
import { lazyPart } from '../../shared/lazy-part.ts'
import { Page } from '../../shared/page.tsx'
import { Pager } from '../../shared/pager.tsx'
import { Problem } from '../../shared/problem.tsx'
import { SearchBox } from '../../shared/search-box.tsx'
import { pageNumber } from '../../shared/search-params.ts'
import { usePortal } from '../portal-context.tsx'
import { useLater } from '../shell/use-later.ts'
import styles from './catalogue.module.css'
import { ProductItem } from './product-item.tsx'
import { productsQuery } from './product-queries.ts'

const Filters = lazyPart(() => import('./filters.tsx'))

const route = getRouteApi('/t/$slug/')

/** What the buyer may order, at their own prices. */
export function CataloguePage() {
  const { slug, taxLabel, currency } = usePortal()
  const search = route.useSearch()
  const { data, error, isPlaceholderData, refetch } = useQuery(productsQuery(slug, search))
  const page = pageNumber(search.page)
  const isLater = useLater()
  const products = data?.data
  const withImages = products?.some(({ image }) => image !== null) ?? false
  return (
    <Page title="Catalogue" description={`Your prices in ${currency}, ${taxLabel}.`}>
      <Group align="flex-end" mb="md" gap="sm" className={styles.filters!}>
        <SearchBox label="Search products" />
        {isLater && (
          <Suspense>
            <Filters />
          </Suspense>
        )}
      </Group>
      <Problem error={error} retry={() => void refetch()} />
      <LiveRegion>
        {products?.length === 0 && page === 1 && (
          <Empty title="No product matches">Try other words, or clear a filter.</Empty>
        )}
      </LiveRegion>
      {products ? (
        <ul className={styles.list} data-stale={isPlaceholderData || undefined} aria-label="Products">
          {products.map((product) => (
            <ProductItem key={product.id} product={product} withImage={withImages} />
          ))}
        </ul>
      ) : (
        !error && <Loading />
      )}
      {products && (page > 1 || data.nextOffset !== null) && (
        <Pager shown={products.length} nextOffset={data.nextOffset} />
      )}
    </Page>
  )
}

function Loading() {
  return (
    <Stack gap="sm" aria-hidden>
      {[1, 2, 3, 4, 5, 6].map((n) => (
        <Skeleton key={n} h={64} />
      ))}
    </Stack>
  )
}
