import { Button, Group, Text } from '@mantine/core'
import { useRef } from 'react'
import { counted } from '../../../../server/src/shared/counted.ts'
import { quantityFrom } from '../../../../server/src/shared/order-quantity.ts'
import { useSubmit } from '../../shared/form.tsx'
import { ButtonLink } from '../../shared/links.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { PageBar } from '../../shared/page-bar.tsx'
import { Problem } from '../../shared/problem.tsx'
import { parseQuantity, sayHowSold, unitAt } from '../../shared/quantity.ts'
import type { Product } from '../catalogue/product-queries.ts'
import { LazyDisabledReason } from '../lazy-disabled-reason.tsx'
import { usePortal } from '../portal-context.tsx'
import type { UsualProduct } from '../queries.ts'

type OrderBarProps = {
  label: 'Add all' | 'Add to basket'
  lines: number
  /** Minor units. */
  amount: number
  /** Rows with something wrong. */
  problems: number
  /** Lines of the basket. */
  inBasket: number
  onAdd: () => Promise<unknown>
}

/** What would be added, and the way on to the order. */
export function OrderBar({ label, lines, amount, problems, inBasket, onAdd }: OrderBarProps) {
  const { slug, currency, reasonNotToOrder } = usePortal()
  const bar = useRef<HTMLDivElement>(null)
  const add = useSubmit(async () => {
    await onAdd()
    // The link takes the place of the button.
    setTimeout(() => bar.current?.querySelector('a')?.focus())
  })
  const reason =
    reasonNotToOrder ??
    (problems > 0 ? 'First correct the quantities that are marked.' : lines === 0 ? 'Set a quantity first.' : null)
  return (
    <PageBar ref={bar}>
      <Problem error={add.problem()} />
      <Group gap="sm" wrap="nowrap">
        {lines === 0 && inBasket > 0 ? (
          <ButtonLink to="/t/$slug/basket" params={{ slug }} hash="order">
            Review order
          </ButtonLink>
        ) : (
          <LazyDisabledReason reason={reason}>
            <Button loading={add.pending} onClick={() => void add.submit()}>
              {label}
            </Button>
          </LazyDisabledReason>
        )}
        <Text role="status" className="figures">
          {lines === 0 && inBasket > 0 ? (
            `${counted(inBasket, 'line')} in the basket`
          ) : (
            <>
              {counted(lines, 'line')} · <strong>{formatMoney(amount, currency)}</strong>
            </>
          )}
        </Text>
      </Group>
    </PageBar>
  )
}

/** A product that the customer sees now. */
export type UsualRow = UsualProduct & { product: Product }

/** What of a row is wanted: the text of its field, with the quantity of it or its problem. `amount` in minor units. */
export type Wanted = { text: string; qty: number; problem: string | undefined; amount: number }

/** The last quantity, or the least that can be ordered by now. */
export function lastQuantity({ last, product }: UsualRow): number {
  return quantityFrom(last.qty, product)
}

/** Reads what is typed. Without that, what is due has its last quantity. */
export function wantedOf(row: UsualRow, typed: string | undefined): Wanted {
  const { product, isDue } = row
  const isFilledIn = isDue && product.price.unit !== null
  return readWanted(product, typed ?? String(isFilledIn ? lastQuantity(row) : 0))
}

/** Reads a quantity that may be none. */
export function readWanted(
  product: Pick<Product, 'minOrderQty' | 'orderMultiple' | 'price' | 'breaks'>,
  text: string,
): Wanted {
  const none = { text, qty: 0, problem: undefined, amount: 0 }
  if (['', '0'].includes(text.trim())) return none
  const { value, problem } = parseQuantity(text)
  if (value === undefined) return { ...none, problem }
  const howSold = sayHowSold(value, product)
  if (howSold !== undefined) return { ...none, problem: howSold }
  return { ...none, qty: value, amount: (unitAt(product, value) ?? 0) * value }
}
