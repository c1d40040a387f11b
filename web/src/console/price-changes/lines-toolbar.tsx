import { ActionIcon, Button, Group, Text } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconKeyboard,
  IconPercentage,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { DisabledReason, GuardedButton } from '../../shared/disabled-reason.tsx'
import { useSaver, useSaveState } from './saves.tsx'
import { counted } from '../../../../server/src/shared/counted.ts'

type LinesToolbarProps = {
  total: number
  isEmpty: boolean
  acts: { takeOut: () => void; undo: () => void; redo: () => void; show: (dialog: string) => void }
}

/** What can be done with the lines, and whether everything is saved. */
export function LinesToolbar({ total, isEmpty, acts }: LinesToolbarProps) {
  const { canUndo, canRedo } = useSaveState()
  const none = total === 0 ? 'There are no lines.' : null
  const buttons = [
    { label: 'Change prices', Icon: IconPercentage, reason: none, run: () => acts.show('reprice') },
    { label: 'Add lines', Icon: IconPlus, reason: null, run: () => acts.show('add-lines') },
    { label: 'Add many', Icon: IconPlus, reason: null, run: () => acts.show('new-prices') },
    ...(isEmpty ? [] : [{ label: 'Remove lines', Icon: IconTrash, reason: none, run: acts.takeOut }]),
  ]
  const ways = [
    { label: 'Undo', Icon: IconArrowBackUp, reason: canUndo ? null : 'There is nothing to undo.', run: acts.undo },
    { label: 'Redo', Icon: IconArrowForwardUp, reason: canRedo ? null : 'There is nothing to redo.', run: acts.redo },
  ]
  return (
    <Group gap="xs">
      {buttons.map(({ label, Icon, reason, run }) => (
        <GuardedButton
          key={label}
          reason={reason}
          variant="default"
          size="xs"
          leftSection={<Icon size={16} aria-hidden />}
          onClick={run}
        >
          {label}
        </GuardedButton>
      ))}
      {ways.map(({ label, Icon, reason, run }) => (
        <DisabledReason key={label} reason={reason}>
          <ActionIcon variant="default" size="input-xs" aria-label={label} onClick={run}>
            <Icon size={16} aria-hidden />
          </ActionIcon>
        </DisabledReason>
      ))}
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
