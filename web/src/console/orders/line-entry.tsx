import { Button, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { RefObject } from 'react'
import { quantityFrom, smallestQuantity } from '../../../../server/src/shared/order-quantity.ts'
import { ProductField } from '../../shared/product-field.tsx'
import type { Choice } from '../../shared/search-select.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { DraftLine } from './draft-order.ts'
import styles from './place-order.module.css'
import { PriceAtOnce } from './draft-lines.tsx'
import { parseQuantity, unitAt } from '../../shared/quantity.ts'
import { findProducts, priceQuery, usualQuery } from './order-queries.ts'
import type { Product, UsualProduct } from './order-queries.ts'
import { lastInWords } from './order-lines.tsx'

/** A product to pick; `usualQty` is how many of it were ordered last. */
type Picked = Pick<Product, 'id' | 'sku' | 'name' | 'unitLabel' | 'minOrderQty' | 'orderMultiple'> & {
  price: { unit: number | null }
  isSimilar?: true
  usualQty?: number
  note?: string
}

type LineEntryProps = {
  customer: Choice | null
  /** The SKUs of the order so far: they are not offered again. */
  present: readonly string[]
  onAdd: (line: DraftLine) => void
  /** Whether something is typed that is no line yet. */
  onTyping?: (isTyping: boolean) => void
  /** What is usual is offered as soon as the field has the focus, and not only on the down arrow. */
  offersAtOnce?: boolean
  productField?: RefObject<HTMLInputElement | null>
}

/**
 * Where the next line is typed: product, Enter, quantity, Enter. While nothing is typed, what the customer usually orders
 * is offered. The price is shown before the line is added.
 */
export function LineEntry({
  customer,
  present,
  onAdd,
  onTyping,
  offersAtOnce = false,
  productField: given,
}: LineEntryProps) {
  const { slug, currency } = useWorkspace()
  const [text, setText] = useState('')
  const [product, setProduct] = useState<Picked | null>(null)
  const [quantity, setQuantity] = useState('1')
  const [problem, setProblem] = useState<{ product?: string; quantity?: string }>({})
  const ownField = useRef<HTMLInputElement>(null)
  const productField = given ?? ownField
  const quantityField = useRef<HTMLInputElement>(null)
  const qty = parseQuantity(quantity)
  const [line] = useDebouncedValue(product && qty.value ? [{ sku: product.sku, qty: qty.value }] : [], 80)
  const { data: pricedOrder } = useQuery(priceQuery(slug, line.length > 0 ? customer : null, line))
  const { data: usual = [] } = useQuery(usualQuery(slug, customer?.value))
  const offers = offersOf(usual, present, currency)
  const priced = pricedOrder?.lines.find(({ sku }) => sku === product?.sku)

  const type = (typed: string) => {
    setText(typed)
    onTyping?.(typed.trim() !== '')
    setProduct(null)
    setProblem({})
  }
  const pick = (picked: Picked) => {
    setProduct(picked)
    setText(picked.sku)
    onTyping?.(true)
    const { usualQty } = picked
    setQuantity(String(usualQty === undefined ? smallestQuantity(picked) : quantityFrom(usualQty, picked)))
    setProblem({})
    // After the field has its new value, so that all of it is marked.
    setTimeout(() => quantityField.current?.select())
  }
  // Waits for the suggestions of what was typed last, so that fast typing takes nothing else.
  const take = async (find: () => Promise<readonly Picked[]>) => {
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
          <ProductField<Picked>
            ref={productField}
            label="Product"
            placeholder={placeholderOf(customer, offers)}
            disabled={!customer}
            currency={currency}
            text={text}
            onType={type}
            onPick={pick}
            onEnter={(find) => void take(find)}
            searchKey={['console', slug, 'orders', customer?.value]}
            search={(typed, signal) => findProducts(slug, customer!, typed, signal)}
            error={problem.product}
            offers={{ label: 'Usual', products: offers, atOnce: offersAtOnce && present.length === 0 }}
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
        {product && priced && <PriceAtOnce line={priced} onQuantity={(next) => setQuantity(String(next))} />}
      </Text>
    </div>
  )
}

function placeholderOf(customer: Choice | null, offers: readonly Picked[]): string {
  if (!customer) return 'Choose the customer first'
  return offers.length > 0 ? 'SKU or words, or ↓ for what is usual' : 'SKU or words'
}

function offersOf(usual: readonly UsualProduct[], present: readonly string[], currency: string): Picked[] {
  return usual.flatMap(({ product, last }) => {
    if (!product || product.price.unit === null || present.includes(product.sku)) return []
    const price = { unit: unitAt(product, quantityFrom(last.qty, product)) }
    return [{ ...product, price, usualQty: last.qty, note: `last ${lastInWords(last, currency)}` }]
  })
}
