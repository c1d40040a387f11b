import { Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { errorText } from '../../shared/api.ts'
import styles from './effect.module.css'
import type { components } from '../../shared/app-api.d.ts'
import { isLargeImpact, priceImpactInWords } from '../../../../server/src/shared/price-impact.ts'

type EffectProps = { label?: string; waiting?: string; error?: unknown; children?: ReactNode }

/**
 * Where a dialog says what would change before anything is saved. It has its place from the start, so that nothing
 * jumps.
 */
export function Effect({ label = 'What it changes', waiting, error, children }: EffectProps) {
  return (
    <Paper withBorder p="sm" className={styles.effect} role="status" aria-label={label}>
      {waiting && (
        <Text size="sm" c="dimmed">
          {waiting}
        </Text>
      )}
      {Boolean(error) && (
        <Text size="sm" c="var(--mantine-color-error)">
          {errorText(error)}
        </Text>
      )}
      {children}
    </Paper>
  )
}

export type PriceImpact = components['schemas']['PriceImpact']

/** More customers than these ask for a name to be typed. */
const MANY_CUSTOMERS = 1_000

/** What an act does to the prices of customers, in words. */
export function ImpactText({ moves }: { moves: PriceImpact }) {
  return (
    <Text size="sm" fw={600}>
      {moves ? priceImpactInWords(moves) : 'No customer pays another price.'}
    </Text>
  )
}

/** Whether so many prices move, or for so many customers, that a name has to be typed. */
export function isLargeImpactOfGroup(moves: PriceImpact): boolean {
  return moves !== null && (isLargeImpact(moves) || moves.customers > MANY_CUSTOMERS)
}
