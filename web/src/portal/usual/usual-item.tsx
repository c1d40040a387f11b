import { soldInWords } from '../../../../server/src/shared/order-quantity.ts'
import { Button, Text } from '@mantine/core'
import { formatDate } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.tsx'
import { ProductPicture } from '../../shared/product-picture.tsx'
import { TextLink } from '../../shared/text-link.tsx'
import { useSubmit } from '../../shared/use-submit.ts'
import { errorText } from '../../shared/api.ts'
import { AvailabilityLabel } from '../catalogue/availability-label.tsx'
import { ComingPrice } from '../catalogue/coming-price.tsx'
import { NextBreak } from '../catalogue/next-break.tsx'
import { QuantityField } from '../catalogue/quantity-field.tsx'
import { breakAfter, comingAt, unitAt } from '../../shared/unit-at.ts'
import { LazyDisabledReason } from '../lazy-disabled-reason.tsx'
import { usePortal } from '../portal-context.tsx'
import { lastQuantity } from './usual-quantities.ts'
import type { UsualRow, Wanted } from './usual-quantities.ts'
import styles from './usual.module.css'

type UsualItemProps = {
  row: UsualRow
  wanted: Wanted
  inBasket: number
  onType: (text: string) => void
  onAdd: (qty: number) => Promise<unknown>
}

/** A product: how it was ordered last, its price then and now, and the quantity for the next order. */
export function UsualItem({ row, wanted, inBasket, onType, onAdd }: UsualItemProps) {
  const { reasonNotToOrder } = usePortal()
  const { product } = row
  const { name, minOrderQty, orderMultiple, categoryId, image } = product
  // At 0, the last quantity is added: one tap for what is ordered now and then.
  const qty = wanted.qty || lastQuantity(row)
  const add = useSubmit(() => onAdd(qty))
  const failed = add.problem()
  const reason = reasonNotToOrder ?? (product.price.unit === null ? 'It has no price yet.' : null)
  return (
    <li className={styles.item}>
      <ProductPicture name={name} category={categoryId} image={image} size={64} />
      <What row={row} inBasket={inBasket} />
      <PriceThenAndNow row={row} qty={qty} />
      <QuantityField
        aria-label={`Quantity, ${name}`}
        value={wanted.text}
        from={minOrderQty}
        inMultiplesOf={orderMultiple}
        canBeNone
        disabled={reason !== null}
        onChange={onType}
        onEnter={() => void add.submit()}
        error={wanted.problem}
      />
      <LazyDisabledReason reason={reason ?? wanted.problem}>
        <Button
          variant="default"
          title={`Add ${qty.toLocaleString('en')} of ${name}`}
          loading={add.pending}
          onClick={() => void add.submit()}
        >
          Add
        </Button>
      </LazyDisabledReason>
      {wanted.qty > 0 && <NextBreak qty={wanted.qty} next={breakAfter(product, wanted.qty)} />}
      {failed !== null && (
        <Text role="alert" size="xs" c="var(--mantine-color-error)">
          {errorText(failed)}
        </Text>
      )}
    </li>
  )
}

function What({ row: { product, last }, inBasket }: Pick<UsualItemProps, 'row' | 'inBasket'>) {
  const { slug, timezone } = usePortal()
  const { id, name, sku, unitLabel } = product
  return (
    <div className={styles.what}>
      <TextLink className={styles.name} to="/t/$slug/products/$id" params={{ slug, id }}>
        {name}
      </TextLink>
      <div className={styles.facts}>{[sku, unitLabel, ...soldInWords(product)].join(' · ')}</div>
      <div className={styles.last}>
        <span>
          Last {last.qty.toLocaleString('en')} on {formatDate(last.at, timezone)}
        </span>
        <AvailabilityLabel product={product} />
        {inBasket > 0 && <strong>{inBasket.toLocaleString('en')} in the basket</strong>}
      </div>
    </div>
  )
}

function PriceThenAndNow({ row: { product, last }, qty }: { row: UsualRow; qty: number }) {
  const { currency } = usePortal()
  const unit = unitAt(product, qty)
  return (
    <div className={styles.price}>
      <span className={styles.unit}>{unit === null ? 'No price yet' : formatMoney(unit, currency)}</span>
      {unit !== last.unit && (
        <Text size="xs" c="dimmed">
          was {formatMoney(last.unit, currency)}
        </Text>
      )}
      <ComingPrice coming={comingAt(product, qty)} />
    </div>
  )
}
