import { Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { errorText } from '../../shared/api.ts'
import styles from './effect.module.css'

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
