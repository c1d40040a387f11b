import { Button, Group, Text } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconKeyboard,
  IconPercentage,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { DisabledReason } from '../../shared/disabled-reason.tsx'
import { useSaver, useSaveState } from './saves.tsx'
import { counted } from '../../../../server/src/rules/counted.ts'

type LinesToolbarProps = {
  total: number
  isEmpty: boolean
  acts: { takeOut: () => void; undo: () => void; redo: () => void; show: (dialog: string) => void }
}

/** What can be done with the lines, and whether everything is saved. */
export function LinesToolbar({ total, isEmpty, acts }: LinesToolbarProps) {
  const { canUndo, canRedo } = useSaveState()
  const none = total === 0 ? 'There are no lines.' : null
  const button = { variant: 'default', size: 'xs' } as const
  return (
    <Group gap="xs">
      <DisabledReason reason={none}>
        <Button {...button} leftSection={<IconPercentage size={16} aria-hidden />} onClick={() => acts.show('reprice')}>
          Change prices
        </Button>
      </DisabledReason>
      <Button {...button} leftSection={<IconPlus size={16} aria-hidden />} onClick={() => acts.show('add-lines')}>
        Add lines
      </Button>
      <Button {...button} leftSection={<IconPlus size={16} aria-hidden />} onClick={() => acts.show('new-prices')}>
        Add many
      </Button>
      {!isEmpty && (
        <DisabledReason reason={none}>
          <Button {...button} leftSection={<IconTrash size={16} aria-hidden />} onClick={acts.takeOut}>
            Take out
          </Button>
        </DisabledReason>
      )}
      <DisabledReason reason={canUndo ? null : 'There is nothing to undo.'}>
        <Button {...button} leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={acts.undo}>
          Undo
        </Button>
      </DisabledReason>
      <DisabledReason reason={canRedo ? null : 'There is nothing to redo.'}>
        <Button {...button} leftSection={<IconArrowForwardUp size={16} aria-hidden />} onClick={acts.redo}>
          Redo
        </Button>
      </DisabledReason>
      <Button
        variant="subtle"
        size="xs"
        visibleFrom="sm"
        leftSection={<IconKeyboard size={16} aria-hidden />}
        onClick={() => acts.show('shortcuts')}
      >
        Shortcuts
      </Button>
      <SavingText />
    </Group>
  )
}

/** Whether everything is saved; where it is not, why, and a way to try again. */
function SavingText() {
  const saver = useSaver()
  const { phase, problem, pending } = useSaveState()
  const text = {
    saved: problem ? 'Not saved' : 'All changes are saved',
    saving: 'Saving …',
    waiting: `Not saved yet: ${counted(pending.size, 'cell')}`,
  }[phase]
  return (
    <Group gap="xs" ml="auto">
      <Text
        size="sm"
        role="status"
        aria-label="Saving"
        {...(phase === 'waiting' || problem ? { c: 'var(--mantine-color-error)' } : { c: 'dimmed' })}
      >
        {text}
        {problem && `. ${problem}`}
      </Text>
      {phase === 'waiting' && (
        <Button size="compact-xs" variant="default" onClick={saver.retry}>
          Try again
        </Button>
      )}
    </Group>
  )
}
