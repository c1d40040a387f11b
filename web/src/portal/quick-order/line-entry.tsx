import { Button } from '@mantine/core'
import { smallestQuantity } from '../../../../server/src/shared/order-quantity.ts'
import type { SoldIn } from '../../../../server/src/shared/order-quantity.ts'
import { useEffect, useRef, useState } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { ProductField } from '../../shared/product-field.tsx'
import { throwProblems, useSubmit } from '../../shared/use-submit.ts'
import { findProducts } from '../catalogue/product-queries.ts'
import { QuantityField } from '../catalogue/quantity-field.tsx'
import { parseQuantity } from '../../shared/quantity.ts'
import { usePortal } from '../portal-context.tsx'
import { useSessionValue } from '../use-session-value.ts'
import styles from './quick-order.module.css'

const BY_THE_PIECE: SoldIn = { minOrderQty: 1, orderMultiple: 1 }

/** Where the next line is typed: SKU, quantity, Enter; then the SKU has the focus again. */
export function LineEntry({ onAdd }: { onAdd: (line: { sku: string; qty: number }) => Promise<void> }) {
  const { slug, currency } = usePortal()
  const [sku, setSku] = useSessionValue('quick-order sku', '')
  const [quantity, setQuantity] = useSessionValue('quick-order quantity', '1')
  const [soldIn, setSoldIn] = useState(BY_THE_PIECE)
  const skuField = useRef<HTMLInputElement>(null)
  const quantityField = useRef<HTMLInputElement>(null)
  useEffect(() => skuField.current?.focus(), [])
  const add = useSubmit(async () => {
    const { value, problem } = parseQuantity(quantity)
    throwProblems({ sku: sku.trim() === '' ? 'Write a SKU.' : undefined, qty: problem })
    await onAdd({ sku: sku.trim().slice(0, 64), qty: value! })
    setSku('')
    setQuantity('1')
    setSoldIn(BY_THE_PIECE)
  })
  const submit = () => void add.submit().then(() => skuField.current?.focus())
  const errors = { sku: add.fieldError('sku'), qty: add.fieldError('qty') }
  return (
    <div>
      <div className={styles.entry}>
        <div className={styles.sku}>
          <ProductField
            ref={skuField}
            label="SKU"
            placeholder="SKU or words"
            currency={currency}
            text={sku}
            error={errors.sku}
            onType={setSku}
            onPick={({ sku: picked, ...product }) => {
              setSku(picked)
              setQuantity(String(smallestQuantity(product)))
              setSoldIn(product)
              setTimeout(() => quantityField.current?.select())
            }}
            onEnter={submit}
            searchKey={['portal', slug]}
            search={(typed, signal) => findProducts(slug, typed, signal)}
          />
        </div>
        <QuantityField
          ref={quantityField}
          label="Quantity"
          value={quantity}
          from={soldIn.minOrderQty}
          inMultiplesOf={soldIn.orderMultiple}
          error={errors.qty}
          onChange={setQuantity}
          onEnter={submit}
        />
        <Button className={styles.button} variant="default" loading={add.pending} onClick={submit}>
          Add line
        </Button>
      </div>
      <Problem error={add.problem()} />
    </div>
  )
}
