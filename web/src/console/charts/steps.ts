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
