import { Text } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPart } from '../../shared/lazy-part.ts'
import { formatMoney } from '../../shared/money.tsx'
import { usePortal } from '../portal-context.tsx'
import { ProductPicture } from '../../shared/product-picture.tsx'
import { AddToBasket } from './add-to-basket.tsx'
import { AvailabilityLabel } from './availability-label.tsx'
import { ComingPrice } from './coming-price.tsx'
import styles from './catalogue.module.css'
import type { Product } from './product-queries.ts'
import { soldInWords } from '../../../../server/src/shared/order-quantity.ts'
import { TextLink } from '../../shared/text-link.tsx'

const AddToList = lazyPart(() => import('../lists/add-to-list.tsx'))

type ProductItemProps = { product: Product; pictureSize: number; canBeListed: boolean }

/** A product in the catalogue: what it is, its price and breaks, and how to add it. */
export function ProductItem({ product, pictureSize, canBeListed }: ProductItemProps) {
  const { slug } = usePortal()
  const { id, name, sku, unitLabel, categoryId, image } = product
  return (
    <li className={styles.item}>
      <ProductPicture name={name} category={categoryId} image={image} size={pictureSize} />
      <div className={styles.what}>
        <TextLink className={styles.name} to="/t/$slug/products/$id" params={{ slug, id }}>
          {name}
        </TextLink>
        <div className={styles.facts}>{[sku, unitLabel, ...soldInWords(product)].join(' · ')}</div>
      </div>
      <div className={styles.availability}>
        <AvailabilityLabel product={product} />
      </div>
      <ItemPrice product={product} />
      <AddToBasket product={product} label="Add" />
      <div className={styles.toList}>
        <Suspense>{canBeListed && <AddToList product={product} isIcon />}</Suspense>
      </div>
    </li>
  )
}

function ItemPrice({ product: { price, breaks, coming } }: { product: Product }) {
  const { currency } = usePortal()
  return (
    <div className={styles.price}>
      <span className={styles.unit}>{price.unit === null ? 'No price yet' : formatMoney(price.unit, currency)}</span>
      {price.list !== null && price.list !== price.unit && price.list > 0 && (
        <Text size="xs" c="dimmed">
          List {formatMoney(price.list, currency)}
        </Text>
      )}
      <ComingPrice coming={coming} />
      {breaks.slice(0, 2).map(({ minQty, unit }) => (
        <Text key={minQty} size="xs" c="dimmed">
          {minQty.toLocaleString('en')} or more: {formatMoney(unit, currency)}
        </Text>
      ))}
      {breaks.length > 2 && (
        <Text size="xs" c="dimmed">
          and {breaks.length - 2} more
        </Text>
      )}
    </div>
  )
}
