/** What staff want of one line: of one of the order, by its id, or of a new one, by its SKU. */
export type LineChange = {
  id?: string | undefined
  sku?: string | undefined
  /** 0 removes the line. */
  qty: number
  /** Whether a line of the order keeps its unit price, or is priced again. A new line always has the price of today. */
  price?: 'kept' | 'today' | undefined
  /** The unit price that was shown, in minor units: at another one nothing is changed. */
  unit?: number | undefined
}

/** Whether a line gets the price of today. */
export function isPricedToday({ id, qty, price }: LineChange): boolean {
  return qty > 0 && (id === undefined || price === 'today')
}
