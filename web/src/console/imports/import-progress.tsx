import { Group, Text } from '@mantine/core'
import { IconPlayerStop } from '@tabler/icons-react'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import type { Import } from './import-queries.ts'
import styles from './imports.module.css'

const WORDS: Partial<Record<Import['status'], string>> = {
  checking: 'Checking the file',
  importing: 'Importing',
  undoing: 'Undoing',
}

type ImportProgressProps = { data: Import; reason: string | null; pending: boolean; onStop: () => void }

/** How far the present step has come, in rows, and the way to stop it. It goes on when the page is closed. */
export function ImportProgress({ data: { status, progress }, reason, pending, onStop }: ImportProgressProps) {
  if (!progress) return null
  const { done, total } = progress
  const words = WORDS[status] ?? 'Working'
  return (
    <Group wrap="nowrap" gap="md" mb="md">
      <div style={{ flex: 1, minWidth: 0 }}>
        <Text role="status" size="sm">
          {words}: {done.toLocaleString('en')} of {total.toLocaleString('en')}. You can leave this page meanwhile.
        </Text>
        <progress className={styles.progress} aria-label={words} value={done} max={Math.max(total, 1)} />
      </div>
      {status !== 'undoing' && (
        <GuardedButton
          reason={reason}
          variant="default"
          leftSection={<IconPlayerStop size={16} aria-hidden />}
          loading={pending}
          onClick={onStop}
        >
          Stop
        </GuardedButton>
      )}
    </Group>
  )
}
