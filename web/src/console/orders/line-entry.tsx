import { Button, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { smallestQuantity } from '../../../../server/src/rules/order-quantity.ts'
import { ProductField } from '../../shared/product-field.tsx'
import type { Choice } from '../../shared/search-select.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { DraftLine } from './draft-order.ts'
import styles from './place-order.module.css'
import { PriceAtOnce } from './price-at-once.tsx'
import { parseQuantity } from '../../shared/quantity.ts'
import { findProducts, quoteQuery } from './quote-queries.ts'
import type { Product } from './quote-queries.ts'

type LineEntryProps = { customer: Choice | null; onAdd: (line: DraftLine) => void }

/** Where the next line is typed: product, Enter, quantity, Enter. The price is shown before the line is added. */
export function LineEntry({ customer, onAdd }: LineEntryProps) {
  const { slug, currency } = useWorkspace()
  const [text, setText] = useState('')
  const [product, setProduct] = useState<Product | null>(null)
  const [quantity, setQuantity] = useState('1')
  const [problem, setProblem] = useState<{ product?: string; quantity?: string }>({})
  const productField = useRef<HTMLInputElement>(null)
  const quantityField = useRef<HTMLInputElement>(null)
  const qty = parseQuantity(quantity)
  const [line] = useDebouncedValue(product && qty.value ? [{ sku: product.sku, qty: qty.value }] : [], 80)
  const { data: quote } = useQuery(quoteQuery(slug, line.length > 0 ? customer : null, line))
  const quoted = quote?.lines.find(({ sku }) => sku === product?.sku)

  const type = (typed: string) => {
    setText(typed)
    setProduct(null)
    setProblem({})
  }
  const pick = (picked: Product) => {
    setProduct(picked)
    setText(picked.sku)
    setQuantity(String(smallestQuantity(picked)))
    setProblem({})
    // After the field has its new value, so that all of it is marked.
    setTimeout(() => quantityField.current?.select())
  }
  // Waits for the suggestions of what was typed last, so that fast typing takes nothing else.
  const take = async (find: () => Promise<readonly Product[]>) => {
    const typed = text.trim()
    if (typed === '') return
    const found = await find()
    const taken = found.find(({ sku }) => sku.toLowerCase() === typed.toLowerCase()) ?? found[0]
    if (taken) pick(taken)
    else setProblem({ product: `Nothing matches “${typed}” that this customer can order.` })
  }
  const add = () => {
    if (!product) {
      setProblem({ product: 'Choose a product: type its SKU or words, then press Enter.' })
      productField.current?.focus()
    } else if (qty.problem !== undefined) {
      setProblem({ quantity: qty.problem })
    } else {
      onAdd({ sku: product.sku, qty: qty.value })
      type('')
      setQuantity('1')
      productField.current?.focus()
    }
  }
  return (
    <div>
      <Group align="flex-start" gap="sm" className={styles.entry}>
        <div className={styles.product}>
          <ProductField
            ref={productField}
            label="Product"
            placeholder={customer ? 'SKU or words' : 'Choose the customer first'}
            disabled={!customer}
            currency={currency}
            text={text}
            onType={type}
            onPick={pick}
            onEnter={(find) => void take(find)}
            searchKey={['console', slug, 'orders', customer?.value]}
            search={(typed, signal) => findProducts(slug, customer!, typed, signal)}
            error={problem.product}
          />
        </div>
        <TextInput
          ref={quantityField}
          label="Quantity"
          className={styles.quantity}
          inputMode="numeric"
          disabled={!customer}
          value={quantity}
          error={problem.quantity}
          onChange={(event) => setQuantity(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
          autoComplete="off"
        />
        <Button variant="default" onClick={add} disabled={!customer} className={styles.add}>
          Add line
        </Button>
      </Group>
      <Text size="sm" mih={24} role="status" component="div">
        {product && quoted && <PriceAtOnce line={quoted} onQuantity={(next) => setQuantity(String(next))} />}
      </Text>
    </div>
  )
}
