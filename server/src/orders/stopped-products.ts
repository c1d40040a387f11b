import { STOPPED } from '../shared/stopped-buying.ts'
import type { UsualProduct } from './usual-products.ts'

const DAY_S = 86_400

/** `everyDays`: the usual days between two orders of it. */
export type StoppedProduct = UsualProduct & { everyDays: number }

/**
 * What a customer ordered regularly and has stopped ordering, what was ordered latest first: at least three orders in
 * four weeks or more have it, and it was not ordered since for more than twice the usual time between two of them, and
 * for at least four weeks (`STOPPED`). The usual time is the mean. Pure.
 */
export function stoppedProducts(usual: readonly UsualProduct[], now: Date): StoppedProduct[] {
  const until = now.getTime() / 1_000
  return usual
    .map((product) => ({ ...product, everyDays: (product.last - product.first) / DAY_S / (product.orders - 1) }))
    .filter(({ orders, first, last, everyDays }) => {
      const silentDays = (until - last) / DAY_S
      const isRegular = orders >= STOPPED.orders && (last - first) / DAY_S >= STOPPED.days
      return isRegular && silentDays >= STOPPED.days && silentDays > STOPPED.times * everyDays
    })
    .map((product) => ({ ...product, everyDays: Math.max(1, Math.round(product.everyDays)) }))
    .toSorted((a, b) => b.last - a.last)
}
