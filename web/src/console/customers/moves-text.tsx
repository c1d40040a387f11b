import { Text } from '@mantine/core'
import type { components } from '../../shared/app-api.d.ts'
import { areLargeMoves, priceMovesInWords } from '../../../../server/src/shared/price-moves.ts'

export type PriceMoves = components['schemas']['PriceMoves']

/** More customers than these ask for a name to be typed. */
const MANY_CUSTOMERS = 1_000

/** What an act does to the prices of customers, in words. */
export function MovesText({ moves }: { moves: PriceMoves }) {
  return (
    <Text size="sm" fw={600}>
      {moves ? priceMovesInWords(moves) : 'No customer pays another price.'}
    </Text>
  )
}

/** Whether so many prices move, or for so many customers, that a name has to be typed. */
export function areLargeMovesOfGroup(moves: PriceMoves): boolean {
  return moves !== null && (areLargeMoves(moves) || moves.customers > MANY_CUSTOMERS)
}
