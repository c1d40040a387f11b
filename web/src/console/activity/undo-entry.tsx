import { Box, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { notify } from '../../shared/toasts.ts'
import { useHasPassed } from '../../shared/use-has-passed.ts'
import { whileActing } from '../products/bulk-acts.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { typedToUndo, UndoForecastText } from './undo-forecast.tsx'
import { undoAct, undoForecastQuery } from './undo-queries.ts'
import type { Undoable, WayToUndo } from './undo-queries.ts'

/** The button that undoes what an entry tells, or who has undone it. Its dialog stays where somebody else is faster. */
export function UndoEntry({ entry: { undo: way, undone } }: { entry: Undoable }) {
  const { timezone } = useWorkspace()
  const [asked, setAsked] = useState<WayToUndo | null>(null)
  return (
    <>
      {undone ? (
        <Text size="xs" c="dimmed">
          Undone by {undone.by.name}, <RelativeTime at={undone.at} timezone={timezone} />
        </Text>
      ) : (
        way && <UndoButton way={way} onClick={() => setAsked(way)} />
      )}
      {asked && <UndoDialog way={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function UndoButton({ way, onClick }: { way: WayToUndo; onClick: () => void }) {
  const { reasonNot } = useWorkspace()
  const isLate = useHasPassed(way.until === null ? null : Date.parse(way.until))
  if (isLate) return null
  return (
    <Box mt={4}>
      <GuardedButton
        reason={reasonNot('write')}
        size="compact-xs"
        variant="default"
        leftSection={<IconArrowBackUp size={14} aria-hidden />}
        onClick={onClick}
      >
        Undo
      </GuardedButton>
    </Box>
  )
}

/** Says what the undo would leave out, before it undoes the rest. */
function UndoDialog({ way, onClose }: { way: WayToUndo; onClose: () => void }) {
  const { slug } = useWorkspace()
  const client = useQueryClient()
  const { data: forecast, error } = useQuery(undoForecastQuery(slug, way))
  const takesLong = way.kind !== 'price_change_edit' && way.kind !== 'import'
  const undo = async () => {
    try {
      notify(await undoAct(slug, way))
    } finally {
      void client.invalidateQueries({ queryKey: ['console', slug] })
    }
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={way.kind === 'import' ? 'Undo this import?' : 'Undo this change?'}
      effect={<UndoForecastText kind={way.kind} forecast={forecast} error={error} />}
      confirmLabel="Undo"
      typedName={typedToUndo(forecast)}
      whilePending={takesLong && forecast ? whileActing(forecast.undoes) : undefined}
      disabled={!forecast || forecast.undoes === 0}
      onConfirm={undo}
    />
  )
}
