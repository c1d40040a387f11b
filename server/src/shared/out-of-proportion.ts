/** Units that nobody orders in one line by habit. */
const MANY_UNITS = 10_000
/** How many times as much as ever before, and as all other lines together, is out of proportion. */
const [TIMES_ORDERED, TIMES_OTHERS] = [20, 100]

type OrderedLine = {
  sku: string
  qty: number
  /** The most that the customer has ordered of it in one line. */
  mostOrdered: number | null
  /** In minor units, of this line and of all others together. */
  amount: number
  others: number
}

/** What to ask before a line is ordered, where its quantity is probably a mistake; else null. */
export function askAboutQuantity({ sku, qty, mostOrdered, amount, others }: OrderedLine): string | null {
  const asked = `${qty.toLocaleString('en')} pcs of ${sku}?`
  if (mostOrdered !== null && qty > TIMES_ORDERED * mostOrdered) {
    return `${asked} You never ordered more than ${mostOrdered.toLocaleString('en')}.`
  }
  if (qty > MANY_UNITS) return `${asked} That is a lot.`
  if (others > 0 && amount > TIMES_OTHERS * others)
    return `${asked} This line costs a hundred times as much as all others together.`
  return null
}
