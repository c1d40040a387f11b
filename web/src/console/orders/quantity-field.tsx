import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { parseQuantity } from '../../shared/quantity.ts'
import styles from './place-order.module.css'

/** A quantity that is taken when the field is left, or on Enter. */
export function QuantityField({ sku, qty, onQty }: { sku: string; qty: number; onQty: (qty: number) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const { value, problem } = parseQuantity(typed ?? String(qty))
  const take = () => {
    if (value === undefined) return
    setTyped(null)
    if (value !== qty) onQty(value)
  }
  return (
    <TextInput
      aria-label={`Quantity of ${sku}`}
      className={styles.quantity}
      size="xs"
      inputMode="numeric"
      value={typed ?? String(qty)}
      error={problem}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        take()
      }}
    />
  )
}
