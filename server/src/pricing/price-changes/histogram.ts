/** Bounds of the bars, in basis points. A change that is a bound counts above it; no change has its own bar. */
const BOUNDS = [-5000, -2000, -1000, -500, -200, 0, 1, 200, 500, 1000, 2000, 5000]

/** Changes from one bound, included, to another, excluded. Null: no bound. Basis points. */
type ChangeRange = { fromBp: number | null; toBp: number | null }

/** What the bars of a histogram stand for, from the left. */
export const CHANGE_RANGES: ChangeRange[] = [null, ...BOUNDS].map((fromBp, i) => ({
  fromBp,
  toBp: BOUNDS[i] ?? null,
}))

/** The changes of those lines that have a price to compare with: how many there are in each range, and the change in the middle of all. */
export function linesByChange(ofLines: readonly (number | null)[]) {
  const changes = ofLines.filter((change) => change !== null).toSorted((a, b) => a - b)
  const counts = CHANGE_RANGES.map(() => 0)
  for (const change of changes) counts[BOUNDS.findLastIndex((bound) => bound <= change) + 1]! += 1
  const bars = CHANGE_RANGES.map((range, i) => ({ ...range, lines: counts[i]! }))
  return { bars, medianBp: changes[Math.floor(changes.length / 2)] ?? null }
}

/** A sum of many changes may be past what a number holds exactly. */
export function sumOf(changes: readonly number[]): bigint {
  return changes.reduce((sum, change) => sum + BigInt(change), 0n)
}

/** Rounded half away from zero, as Postgres does; null of nothing. */
export function roundedAverage(sum: bigint, count: number): number | null {
  if (count === 0) return null
  const [size, of] = [sum < 0n ? -sum : sum, BigInt(count)]
  const rounded = Number((2n * size + of) / (2n * of))
  return sum < 0n && rounded !== 0 ? -rounded : rounded
}
