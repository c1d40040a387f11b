import type { CheckedPromise } from './check-promises.ts'

export type ShownPromise = ReturnType<typeof shapePromise>

/** A checked promise as it is shown, with its times as texts. */
export function shapePromise({ lines, until, setBy, setAt, breaksAt, ...promise }: CheckedPromise) {
  return {
    ...promise,
    lines: lines.map(({ sku, qty, unit }) => ({ sku, qty, unit })),
    until: until.toISOString(),
    setBy: setBy.name,
    setAt: setAt.toISOString(),
    breaksAt: breaksAt?.toISOString() ?? null,
  }
}
