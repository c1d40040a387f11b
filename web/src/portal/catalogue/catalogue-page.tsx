import { Group, Skeleton, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { DidYouMean } from '../../shared/did-you-mean.tsx'
import { Empty } from '../../shared/empty.tsx'
import { LiveRegion } from '../../shared/live-region.tsx'
import { lazyPart } from '../../shared/lazy-part.ts'
import { Page } from '../../shared/page.tsx'
import { Pager } from '../../shared/pager.tsx'
import { Problem } from '../../shared/problem.tsx'
import { SearchBox } from '../../shared/search-box.tsx'
import { pageNumber } from '../../shared/search-params.ts'
import { asksForSimilar } from '../../shared/similar.ts'
import { usePortal } from '../portal-context.tsx'
import { useLater } from '../shell/use-later.ts'
import styles from './catalogue.module.css'
import { ProductItem } from './product-item.tsx'
import { productsQuery, similarQuery } from './product-queries.ts'
import type { Product } from './product-queries.ts'

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
  const { data: similar } = useQuery({
    ...similarQuery(slug, search, products ?? []),
    enabled:
      products !== undefined && !isPlaceholderData && page === 1 && asksForSimilar(search.q ?? '', products.length),
  })
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
        {similar && <DidYouMean q={similar.q} />}
      </LiveRegion>
      {products ? (
        <ProductList label="Products" products={products} isStale={isPlaceholderData} />
      ) : (
        !error && <Loading />
      )}
      {products && (page > 1 || data.nextOffset !== null) && (
        <Pager shown={products.length} nextOffset={data.nextOffset} />
      )}
      {similar && (
        <section>
          <Title order={2} size="h4" mt="lg">
            Similar
          </Title>
          <ProductList label="Similar" products={similar.products} />
        </section>
      )}
    </Page>
  )
}

type ProductListProps = { label: string; products: readonly Product[]; isStale?: boolean }

function ProductList({ label, products, isStale = false }: ProductListProps) {
  const withImages = products.some(({ image }) => image !== null)
  return (
    <ul className={styles.list} data-stale={isStale || undefined} aria-label={label}>
      {products.map((product) => (
        <ProductItem key={product.id} product={product} withImage={withImages} />
      ))}
    </ul>
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
