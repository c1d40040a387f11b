import { Alert, Button, Card, Group, Stack, Text, Table } from '@mantine/core'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Fragment, Suspense, useState } from 'react'
import { lazyPart } from '../../shared/lazy-part.ts'
import { formatMoney, sumInWords } from '../../shared/money.tsx'
import { Page } from '../../shared/page.tsx'
import { reasonIn } from '../../shared/price-reason.ts'
import { PictureGallery } from '../../shared/picture-gallery.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { useBasketLine } from '../basket/basket-quantity.tsx'
import AddToList from '../lists/add-to-list.tsx'
import { usePortal } from '../portal-context.tsx'
import { AddToBasket } from './add-to-basket.tsx'
import { AvailabilityLabel, ComingPrice, useComingWords } from './product-notes.tsx'
import styles from './catalogue.module.css'
import { productQuery } from './product-queries.ts'
import type { ProductPage as Product } from './product-queries.ts'
import { smallestQuantity } from '../../../../server/src/shared/order-quantity.ts'
import { Dialog } from '../../shared/dialog.tsx'

const RelatedProducts = lazyPart(() => import('./related-products.tsx'))

const route = getRouteApi('/t/$slug/products/$id')

/** One product: its price at each quantity, what it is, and how to add it. */
export function ProductPage() {
  const { slug, currency, taxLabel } = usePortal()
  const { id } = route.useParams()
  const { dialog } = route.useSearch()
  const changeSearch = useChangeSearch()
  const { data: product } = useSuspenseQuery(productQuery(slug, id, 1))
  const line = useBasketLine(id)
  const [typed, setTyped] = useState(smallestQuantity(product))
  const qty = line?.qty ?? typed
  const { data: atQuantity = product } = useQuery({
    ...productQuery(slug, id, qty),
    placeholderData: keepPreviousData,
  })
  const { price } = atQuantity
  return (
    <Page
      title={product.name}
      description={product.sku}
      crumbs={[{ label: 'Catalogue', link: { to: '/t/$slug', params: { slug } } }]}
    >
      {product.replaces && (
        <Alert color="blue" role="status" mb="md" title={`Replaces ${product.replaces}`}>
          {product.replaces} is no longer sold. This is what replaces it.
        </Alert>
      )}
      <div className={styles.columns}>
        <div className={styles.picture}>
          <PictureGallery name={product.name} category={product.categoryId} pictures={product.pictures} />
        </div>
        <Card withBorder padding="md" className={styles.order!}>
          <Stack gap="sm">
            <Group justify="space-between" align="flex-start" gap="xs">
              <div>
                <Text size="xl" fw={700} className="figures">
                  {price.unit === null ? 'No price yet' : formatMoney(price.unit, currency)}
                </Text>
                <Text size="sm" c="dimmed">
                  {product.unitLabel === 'each' ? 'each' : `per ${product.unitLabel}`}, {taxLabel}
                  {price.list !== null && ` · list ${formatMoney(price.list, currency)}`}
                </Text>
                <ComingPrice coming={atQuantity.coming} size="sm" />
              </div>
              <div>
                <AvailabilityLabel product={product} />
              </div>
            </Group>
            <AddToBasket key={id} product={product} label="Add to basket" onQuantity={setTyped} />
            <Text size="sm" role="status">
              {price.unit !== null && qty > 1 && sumInWords(qty, price.unit, currency)}
            </Text>
            <QuantityBreaks product={product} />
            <Group>
              {(price.label !== '' || atQuantity.candidates) && (
                <Button variant="default" size="xs" onClick={() => changeSearch({ dialog: 'why' }, { push: true })}>
                  Why this price?
                </Button>
              )}
              <AddToList product={product} />
            </Group>
          </Stack>
        </Card>
        <Details product={product} />
      </div>
      <Suspense>
        <RelatedProducts id={product.id} category={product.category} />
      </Suspense>
      <WhyThisPrice
        opened={dialog === 'why'}
        onClose={() => changeSearch({ dialog: undefined })}
        product={atQuantity}
        qty={qty}
      />
    </Page>
  )
}

function Details({ product }: { product: Product }) {
  const { brand, category, manufacturerRef, gtin, customerCode, unitLabel, orderMultiple, description, details } =
    product
  const smallest = smallestQuantity(product)
  const facts = {
    Unit: unitLabel,
    ...(smallest > 1 && { 'Minimum quantity': smallest.toLocaleString('en') }),
    ...(orderMultiple > 1 && { 'Sold in': `${orderMultiple.toLocaleString('en')}s` }),
    ...(brand && { Brand: brand }),
    ...(category && { Category: category }),
    ...(customerCode && { 'Your part number': customerCode }),
    ...(manufacturerRef && { 'Manufacturer reference': manufacturerRef }),
    ...(gtin && { GTIN: gtin }),
    ...details,
  }
  return (
    <div>
      {description && <p style={{ whiteSpace: 'pre-wrap', marginTop: 0 }}>{description}</p>}
      <dl className={styles.details}>
        {Object.entries(facts).map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  )
}

type WhyThisPriceProps = { opened: boolean; onClose: () => void; product: Product; qty: number }

/** The price that applies, and why; the other prices only where the wholesaler shows them. */
function WhyThisPrice({ opened, onClose, product, qty }: WhyThisPriceProps) {
  const { currency } = usePortal()
  const { price, candidates } = product
  return (
    <Dialog opened={opened} onClose={onClose} title="Why this price?">
      <Stack gap="sm">
        <Text>
          {price.unit === null
            ? 'This product has no price yet.'
            : `${qty === 1 ? 'One costs' : `${qty.toLocaleString('en')} cost`} ${formatMoney(price.unit, currency)}${qty === 1 ? '' : ' each'}: ${price.label === '' ? 'the list price' : price.label}.`}
        </Text>
        {candidates && <Candidates candidates={candidates} />}
      </Stack>
    </Dialog>
  )
}

function Candidates({ candidates }: { candidates: NonNullable<Product['candidates']> }) {
  const { currency, timezone } = usePortal()
  return (
    <Table aria-label="Prices that were considered" verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Price</Table.Th>
          <Table.Th ta="end">Unit</Table.Th>
          <Table.Th>Why</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {candidates.map(({ source, label, unit, minQty, reason }) => (
          <Table.Tr key={`${source} ${label} ${minQty} ${unit}`}>
            <Table.Td>{label === '' ? 'List price' : label}</Table.Td>
            <Table.Td ta="end">{unit !== null && formatMoney(unit, currency)}</Table.Td>
            <Table.Td>{reasonIn(reason, timezone)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

type Broken = Pick<Product, 'price' | 'breaks' | 'coming' | 'minOrderQty' | 'orderMultiple'>

/** The price of one unit from each quantity that can be ordered. Nothing where all quantities cost the same. */
function QuantityBreaks({ product }: { product: Broken }) {
  const { currency } = usePortal()
  const comingWords = useComingWords()
  const steps = stepsOf(product)
  if (!steps.some(({ minQty }) => minQty > smallestQuantity(product))) return null
  const hasComing = steps.some((step) => step.coming)
  return (
    <Table aria-label="Quantity breaks" verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Quantity</Table.Th>
          <Table.Th ta="end">Unit price</Table.Th>
          {hasComing && <Table.Th>Next</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {steps.map(({ minQty, unit, coming: next }) => (
          <Table.Tr key={minQty}>
            <Table.Td>{minQty === 1 ? '1' : `${minQty.toLocaleString('en')} or more`}</Table.Td>
            <Table.Td ta="end">{formatMoney(unit, currency)}</Table.Td>
            {hasComing && <Table.Td>{comingWords(next)}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** The first step begins at the smallest quantity that can be ordered, at the price which that has. */
function stepsOf({ price, breaks, coming, ...soldIn }: Broken) {
  const smallest = smallestQuantity(soldIn)
  const first = breaks.findLast(({ minQty }) => minQty <= smallest) ?? { unit: price.unit, coming }
  const larger = breaks.filter(({ minQty }) => minQty > smallest)
  return first.unit === null ? larger : [{ ...first, unit: first.unit, minQty: smallest }, ...larger]
}
