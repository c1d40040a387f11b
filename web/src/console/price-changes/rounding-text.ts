import type { Repricing } from './queries.ts'

type Rounding = NonNullable<Repricing['round']>

/** "rounded to £0.05", "rounded up to prices that end in £0.95", "rounded to prices whose last digit is 9". */
export function roundingText({ step, ending = 0, mode = 'nearest' }: Rounding, amount: (price: number) => string) {
  const how = mode === 'nearest' ? 'rounded' : `rounded ${mode}`
  if (ending === 0) return `${how} to ${amount(step)}`
  return `${how} to prices ${step === 10 ? `whose last digit is ${ending}` : `that end in ${amount(ending)}`}`
}
