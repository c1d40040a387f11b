import { percent } from './evaluate-price.ts'

/** A discount for people, as prices are explained by it: "12.5% off Hollin". */
export function discountLabel(discountBp: number, on: string | null): string {
  return `${percent(discountBp)} off ${on ?? 'everything'}`
}
