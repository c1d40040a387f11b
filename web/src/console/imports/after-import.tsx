import { FileButton, Group, Stack, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { Problem } from '../../shared/problem.tsx'
import { Section } from '../../shared/section.tsx'
import { UndoDialog } from '../activity/undo-entry.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { Changes } from './changes.tsx'
import { counted } from '../../../../server/src/shared/counted.ts'
import { Counts } from './counts.tsx'
import { isRunning } from './import-queries.ts'
import type { Import } from './import-queries.ts'
import { KIND_WORDS } from './kind-words.ts'
import type { Kind } from './kind-words.ts'
import { RejectsLink } from './rejected-rows.tsx'
import type { ImportActs } from './use-import-acts.ts'
import { useUpload } from './use-upload.ts'
import { TextLink } from '../../shared/text-link.tsx'

type Counted = NonNullable<Import['counts']>
type AfterImportProps = { data: Import; counts: Counted; acts: ImportActs }

/** A file that is imported, or being imported: what it did so far, what is left to do, and the way back. */
export function AfterImport({ data, counts, acts }: AfterImportProps) {
  const { slug, reasonNot } = useWorkspace()
  const [isAsked, setIsAsked] = useState(false)
  const { id, kind, status, priceChangeId } = data
  const { created, updated, unchanged, priceChanges, rejected } = counts
  const reason = reasonNot('write')
  const canGoOn = status === 'stopped' || (status === 'failed' && data.undone === null)
  const canUndo = !isRunning(status) && status !== 'undone' && created + updated > 0
  return (
    <Stack gap="md">
      <Section title="What the import did">
        <Stack gap="md">
          <Counts
            label="Imported so far"
            counts={[
              ['New', created],
              ['Changed', updated],
              ['Unchanged', unchanged],
              ...(KIND_WORDS[kind].hasDraft ? [['Prices in the draft', priceChanges] as [string, number]] : []),
              ['Rejected', rejected],
            ]}
          />
          {priceChangeId && priceChanges > 0 && (
            <Text>
              New prices of existing products wait in a draft.{' '}
              <TextLink inherit underline="always" to="/w/$slug/price-changes/$id" params={{ slug, id: priceChangeId }}>
                Review the prices
              </TextLink>
            </Text>
          )}
          {rejected > 0 && !isRunning(status) && <Rejected id={id} kind={kind} reason={reason} />}
          <Undone data={data} />
          {(canGoOn || canUndo) && (
            <Group gap="sm">
              {canGoOn && (
                <GuardedButton reason={reason} loading={acts.pending === 'start'} onClick={() => acts.move('start')}>
                  Import the rest
                </GuardedButton>
              )}
              {canUndo && (
                <GuardedButton
                  reason={reason}
                  variant="default"
                  leftSection={<IconArrowBackUp size={16} aria-hidden />}
                  onClick={() => setIsAsked(true)}
                >
                  Undo
                </GuardedButton>
              )}
            </Group>
          )}
        </Stack>
      </Section>
      <Changes data={data} />
      {isAsked && (
        <UndoDialog
          way={{ kind: 'import', id, until: null }}
          effect={undoEffect(kind, counts)}
          confirmLabel="Undo import"
          onClose={() => setIsAsked(false)}
        />
      )}
    </Stack>
  )
}

/** All rejected rows as a file, and the place for it once it is mended. */
function Rejected({ id, kind, reason }: { id: string; kind: Kind; reason: string | null }) {
  const { upload, pending, problem } = useUpload()
  return (
    <div>
      <Problem error={problem} />
      <Group gap="md">
        <RejectsLink id={id} />
        <FileButton
          accept=".csv,.tsv,.txt,.xlsx,.xlsm"
          onChange={(file) => file && upload(file, { kind })}
          disabled={reason !== null || pending}
        >
          {(props) => (
            <GuardedButton reason={reason} size="xs" variant="default" loading={pending} {...props}>
              Upload corrected file
            </GuardedButton>
          )}
        </FileButton>
      </Group>
    </div>
  )
}

/** What an undo made of the import, and what it has left. */
function Undone({ data: { kind, undone, status } }: { data: Import }) {
  if (!undone || status === 'undoing') return null
  const { restored, removed, left } = undone
  const { one, many } = KIND_WORDS[kind]
  return (
    <Text role="status">
      {counted(restored, `${one} is`, `${many} are`)} as before, {counted(removed, 'new one was', 'new ones were')}{' '}
      deleted.{' '}
      {left > 0 &&
        `${counted(left, `${one} was`, `${many} were`)} left as ${left === 1 ? 'it is' : 'they are'}, because somebody has changed ${left === 1 ? 'it' : 'them'} since.`}
    </Text>
  )
}

function undoEffect(kind: Kind, { created, updated, priceChanges }: Counted): string {
  const { one, many } = KIND_WORDS[kind]
  const parts = [
    ...(updated > 0 ? [`${counted(updated, `${one} gets back what it had`, `${many} get back what they had`)}.`] : []),
    ...(created > 0 ? [`Delete the ${counted(created, one, many)} this import added.`] : []),
    ...(priceChanges > 0 ? ['The new prices stay in the draft: discard it if they are not wanted.'] : []),
  ]
  return parts.join(' ')
}
