import { Anchor, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Selection } from './selection.ts'
import styles from './selection-bar.module.css'

type SelectionBarProps = { selection: Selection; total: number | undefined; actions: ReactNode }

/** How many rows are chosen, the way to choose all that match, and what can be done with them. */
export function SelectionBar({ selection, total, actions }: SelectionBarProps) {
  const { count, everything } = selection
  const canChooseAll = !everything && count > 0 && total !== undefined && total > count
  return (
    <Group gap="md" className={styles.bar} data-chosen={count > 0 || undefined}>
      <Text size="sm" role="status">
        {count > 0 && `${count.toLocaleString('en')} selected`}
      </Text>
      {canChooseAll && (
        <Anchor component="button" type="button" size="sm" onClick={selection.chooseEverything}>
          Select all {total.toLocaleString('en')} that match
        </Anchor>
      )}
      {count > 0 && (
        <Anchor component="button" type="button" size="sm" onClick={selection.clear}>
          Clear selection
        </Anchor>
      )}
      {actions}
    </Group>
  )
}
