export type Step = {
  /** Milliseconds. */
  at: number
  /** From then on; null for none. */
  value: number | null
}

/** The value at a time; null before the first step. */
export function valueAt(steps: readonly Step[], at: number): number | null {
  return steps.findLast((step) => step.at <= at)?.value ?? null
}

type Scale = { x: (at: number) => number; y: (value: number) => number }

/** Each value as a level line until the next one, and a line up or down to it; a gap where there is none. */
export function pathOf(steps: readonly Step[], end: number, { x, y }: Scale): string {
  return steps
    .map(({ at, value }, i) => {
      if (value === null) return ''
      const isOn = steps[i - 1]?.value != null
      return `${isOn ? `V${y(value)}` : `M${x(at)},${y(value)}`}H${x(steps[i + 1]?.at ?? end)}`
    })
    .join('')
}

const DAY = 86_400_000
const MONTH = 30.4 * DAY

/**
 * Round whole numbers, evenly apart, from at or below the least to at or above the most. There are about as many as
 * asked, and at least two.
 */
export function roundTicks(least: number, most: number, about = 4): number[] {
  const rough = Math.max(1, (most - least) / about)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * [1, 2, 5, 10].find((times) => times * power >= rough)!
  const first = Math.floor(least / step)
  const last = Math.max(Math.ceil(most / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step)
}

/** Days, or first days of months, from one time to another: evenly apart, and at most as many as asked. In UTC. */
export function timeTicks(from: number, to: number, most: number): number[] {
  const days = Math.max(1, Math.ceil((to - from) / DAY / most))
  const rough = (to - from) / MONTH / (most - 1)
  const months = [1, 2, 3, 6, 12].find((step) => step >= rough) ?? 12 * Math.ceil(rough / 12)
  const start = new Date(from)
  const tick = (i: number) =>
    days < 15
      ? (Math.ceil(from / DAY) + i * days) * DAY
      : Date.UTC(start.getUTCFullYear(), Math.floor(start.getUTCMonth() / months) * months + i * months)
  return Array.from({ length: most + 1 }, (_, i) => tick(i)).filter((at) => at >= from && at <= to)
}

/** What stands at the ticks of an axis of money: "£12.50", "£20", "£1.5K". Minor units. */
export function axisMoney(currency: string): (minor: number) => string {
  const format = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol', ...options })
  const [plain, compact] = [
    format({ trailingZeroDisplay: 'stripIfInteger' }),
    format({ notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 2 }),
  ]
  const minorOfOne = 10 ** plain.resolvedOptions().maximumFractionDigits!
  return (minor) => (minor >= 1_000 * minorOfOne ? compact : plain).format(minor / minorOfOne)
}
