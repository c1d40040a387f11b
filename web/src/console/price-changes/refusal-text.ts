import type { components } from '../../shared/app-api.d.ts'

type Refusal = components['schemas']['CellsEdited']['refused'][number]

/** Why the service did not take a cell. */
export function refusalText(
  { reason, present }: Pick<Refusal, 'reason' | 'present'>,
  amount: (price: number | null) => string,
): string {
  switch (reason) {
    case 'unknown':
      return 'There is no product with this SKU.'
    case 'changed':
      return present === null
        ? 'Somebody else has removed the line meanwhile.'
        : `Somebody else has set it to ${amount(present)} meanwhile.`
    case 'twice':
      return 'It is there twice, with different prices. The first one counts.'
    case 'no_list_price':
      return 'The product has no list price yet: give it a new price.'
    case 'too_high':
      return 'The price is too high.'
  }
}
