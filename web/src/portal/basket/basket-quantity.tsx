import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, errorText } from '../../shared/api.ts'
import { parseQuantity, sayHowSold } from '../../shared/quantity.ts'
import { notifyWithUndo } from '../../shared/toasts.tsx'
import { throwProblems } from '../../shared/form.tsx'
import { QuantityField } from '../catalogue/quantity-field.tsx'
import { usePortal } from '../portal-context.tsx'
import { useSessionValue } from '../use-session-value.ts'
import { basketQuery, useSetBasket, useBasketSave } from './basket-queries.ts'
import type { BasketLine } from './basket-queries.ts'

/** The line of a product in the basket. The navigation is what asks for the basket. */
export function useBasketLine(productId: string): BasketLine | undefined {
  const { slug } = usePortal()
  const select = ({ lines }: { lines: BasketLine[] }) => lines.find((line) => line.productId === productId)
  return useQuery({ ...basketQuery(slug), enabled: false, select }).data
}

type Line = Pick<BasketLine, 'productId' | 'sku' | 'name' | 'qty' | 'minOrderQty' | 'orderMultiple'>

/** Takes a line out of the basket, and offers to put it back. */
export function useRemoveLine(): (line: Line) => Promise<void> {
  const { slug } = usePortal()
  const setBasket = useSetBasket()
  return async ({ productId, sku, name, qty }) => {
    const params = { path: { slug, productId } }
    setBasket((await api.DELETE('/app-api/portal/{slug}/basket/lines/{productId}', { params })).data)
    notifyWithUndo(`${name} was removed.`, async () => {
      const body = { lines: [{ sku, qty }] }
      const { data } = await api.POST('/app-api/portal/{slug}/basket/lines', { params: { path: { slug } }, body })
      setBasket(data.basket)
      return `${name} is in the basket again.`
    })
  }
}

type BasketQuantityProps = {
  line: Line
  'aria-label'?: string
  /** Outside of the basket's page: 0 removes the line, and what could not be saved is as it was. */
  isStepper?: boolean
  onRemoved?: () => void
}

/** How many are in the basket. What is changed is shown at once, and saved one call after the other. */
export function BasketQuantity({
  line,
  'aria-label': label = 'Quantity',
  isStepper = false,
  onRemoved,
}: BasketQuantityProps) {
  const { productId, name, qty, minOrderQty, orderMultiple } = line
  const { slug, takesOrders } = usePortal()
  const queryClient = useQueryClient()
  const setBasket = useSetBasket()
  const remove = useRemoveLine()
  const kept = useSessionValue<string | null>(`basket ${productId}`, null)
  // What takes a line out goes with it, and is not there for the next one.
  const own = useState<string | null>(null)
  const [typed, setTyped] = isStepper ? own : kept
  const text = typed ?? String(qty)
  const isNone = isStepper && text.trim() === '0'
  const quantity = parseQuantity(text)
  const change = useBasketSave(typed, async (saving) => {
    try {
      if (isStepper && saving.trim() === '0') {
        await remove(line)
        onRemoved?.()
      } else {
        const { value, problem } = parseQuantity(saving)
        throwProblems({ qty: problem })
        const params = { path: { slug, productId } }
        const body = { qty: value! }
        setBasket((await api.PUT('/app-api/portal/{slug}/basket/lines/{productId}', { params, body })).data)
      }
      setTyped((now) => (now === saving ? null : now))
    } catch (error) {
      if (isStepper && parseQuantity(saving).value !== undefined) {
        setTyped(null)
        void queryClient.invalidateQueries(basketQuery(slug))
      }
      throw error
    }
  })
  const failed = change.problem()
  const said = failed ? errorText(failed) : undefined
  return (
    <QuantityField
      aria-label={label}
      title={`Quantity of ${name}`}
      data-in-basket={isStepper || undefined}
      value={text}
      disabled={!takesOrders}
      onChange={setTyped}
      from={minOrderQty}
      inMultiplesOf={orderMultiple}
      canBeNone={isStepper}
      onEnter={() => void change.submit()}
      onStep={() => setTimeout(() => void change.submit())}
      onBlur={() => void change.submit()}
      error={isNone ? said : (quantity.problem ?? said ?? sayHowSold(quantity.value!, line))}
    />
  )
}
