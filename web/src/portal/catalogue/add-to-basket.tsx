import { Button, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useSubmit, useUnsaved } from '../../shared/form.tsx'
import { errorText } from '../../shared/api.ts'
import { useAddToBasket } from '../basket/basket-queries.ts'
import { BasketQuantity, useBasketLine } from '../basket/basket-quantity.tsx'
import { LazyDisabledReason } from '../lazy-disabled-reason.tsx'
import { usePortal } from '../portal-context.tsx'
import styles from './catalogue.module.css'
import { NextBreak } from './product-notes.tsx'
import { QuantityField } from './quantity-field.tsx'
import { breakAfter, parseQuantity, sayHowSold } from '../../shared/quantity.ts'
import type { Product } from './product-queries.ts'
import { smallestQuantity } from '../../../../server/src/shared/order-quantity.ts'

type AddToBasketProps = {
  product: Pick<Product, 'id' | 'sku' | 'name' | 'minOrderQty' | 'orderMultiple' | 'price' | 'breaks'>
  label: 'Add' | 'Add to basket'
  /** Called with each quantity that is typed. */
  onQuantity?: (qty: number) => void
}

/** A quantity, and the button that adds it to the basket; once the product is there, the quantity in the basket. */
export function AddToBasket(props: AddToBasketProps) {
  const line = useBasketLine(props.product.id)
  if (!line) return <Add {...props} />
  return (
    <div className={styles.add}>
      <BasketQuantity line={line} isStepper />
      <InBasket />
      <div className={styles.below}>
        <NextBreak qty={line.qty} next={line.nextBreak} />
      </div>
    </div>
  )
}

/** In the place of the button: the quantity beside it is that of the basket. */
export function InBasket() {
  return (
    <Text size="xs" className={styles.inBasket!}>
      <IconCheck size={14} aria-hidden /> In basket
    </Text>
  )
}

function Add({ product, label, onQuantity }: AddToBasketProps) {
  const { reasonNotToOrder } = usePortal()
  const smallest = String(smallestQuantity(product))
  const [text, setText] = useState(smallest)
  const add = useAddToBasket()
  const isTyped = text !== smallest
  useUnsaved(isTyped)
  const quantity = parseQuantity(text)
  // What is below the minimum may reach it in the basket, with what is there.
  const wrong =
    quantity.problem ??
    (quantity.value! % product.orderMultiple === 0 ? undefined : sayHowSold(quantity.value!, product))
  const { submit, pending, problem } = useSubmit(async () => {
    if (wrong === undefined) await add([{ sku: product.sku, qty: quantity.value! }])
  })
  const failed = problem()
  const reason = reasonNotToOrder ?? (product.price.unit === null ? 'It has no price yet.' : null)
  return (
    <div className={styles.add}>
      <QuantityField
        aria-label="Quantity"
        title={`Quantity of ${product.name}`}
        value={text}
        from={product.minOrderQty}
        inMultiplesOf={product.orderMultiple}
        onChange={(typed) => {
          setText(typed)
          const { value } = parseQuantity(typed)
          if (value !== undefined) onQuantity?.(value)
        }}
        onEnter={() => reason === null && void submit()}
        error={wrong}
      />
      <LazyDisabledReason reason={reason ?? wrong}>
        <Button miw="5rem" loading={pending} onClick={() => void submit()}>
          {label}
        </Button>
      </LazyDisabledReason>
      {isTyped && wrong === undefined && (
        <div className={styles.below}>
          <NextBreak qty={quantity.value!} next={breakAfter(product, quantity.value!)} />
        </div>
      )}
      {failed !== null && (
        <Text role="alert" size="xs" c="var(--mantine-color-error)" className={styles.below!}>
          {errorText(failed)}
        </Text>
      )}
    </div>
  )
}
