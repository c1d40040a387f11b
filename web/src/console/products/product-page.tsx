import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ApiError } from '../../shared/api.ts'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { NotFound } from '../../shared/not-found.tsx'
import { Page, useTab } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { ProductPictures } from '../images/product-pictures.tsx'
import styles from '../images/product-pictures.module.css'
import { useWorkspace } from '../workspace-context.tsx'
import { DeleteProductDialog } from './delete-product-dialog.tsx'
import { ProductDetails } from './product-details.tsx'
import { ProductHistory } from './product-history.tsx'
import { ProductPrices } from './product-prices.tsx'
import { productQuery } from './product-queries.ts'
import type { EditedProduct } from './product-queries.ts'

const route = getRouteApi('/w/$slug/products/$id')

const TABS = [
  { value: 'details', label: 'Details' },
  { value: 'prices', label: 'Prices' },
  { value: 'history', label: 'History' },
]

export function ProductPage() {
  const { slug, id } = route.useParams()
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
      actions={<DeleteButton product={product} />}
      tabs={TABS}
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

function DeleteButton({ product }: { product: EditedProduct }) {
  const { reasonNot } = useWorkspace()
  const { dialog } = route.useSearch()
  const change = useChangeSearch()
  const reason = reasonNot('own')
  return (
    <>
      <GuardedButton reason={reason} variant="default" onClick={() => change({ dialog: 'delete' })}>
        Delete
      </GuardedButton>
      <DeleteProductDialog
        product={product}
        opened={dialog === 'delete' && !reason}
        onClose={() => change({ dialog: undefined })}
      />
    </>
  )
}
