import { useSuspenseQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { formatDateTime } from '../../shared/dates.ts'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { AfterImport } from './after-import.tsx'
import { importQuery, useImportActs, useShowStep, importsKey, isRunning, removeImport } from './import-queries.ts'
import type { Import, Check, ImportActs } from './import-queries.ts'
import { ImportStatus } from './import-parts.tsx'
import { Group, Text, Alert, List, Stack } from '@mantine/core'
import { IconPlayerStop, IconTrash } from '@tabler/icons-react'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import styles from './imports.module.css'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '../../shared/form-dialog.tsx'
import { notify } from '../../shared/toasts.tsx'
import { CheckResult } from './check-result.tsx'
import { counted } from '../../../../server/src/shared/counted.ts'
import { KIND_WORDS } from './kind-words.ts'
import type { Kind } from './kind-words.ts'
import { ReadingForm } from './reading-form.tsx'
import { isLargeImpact, priceImpactInWords } from '../../../../server/src/shared/price-impact.ts'

const route = getRouteApi('/w/$slug/imports/$id')

/** One file on its way into the catalogue: read, checked, imported, and undone. */
export function ImportPage() {
  const { slug } = useWorkspace()
  const { id } = route.useParams()
  const { data } = useSuspenseQuery(importQuery(slug, id))
  return <Loaded key={id} data={data} />
}

function Loaded({ data }: { data: Import }) {
  const { slug, timezone, reasonNot } = useWorkspace()
  const acts = useImportActs(data.id)
  useShowStep(data.status)
  return (
    <Page
      title={data.fileName}
      beside={<ImportStatus status={data.status} />}
      description={story(data, timezone)}
      actions={<RemoveImport data={data} />}
      crumbs={[{ label: 'Imports', link: { to: '/w/$slug/imports', params: { slug } } }]}
    >
      <Problem error={acts.problem ?? data.problem} />
      <ImportProgress
        data={data}
        reason={reasonNot('imports')}
        pending={acts.pending === 'stop'}
        onStop={() => acts.move('stop')}
      />
      {data.counts ? (
        <AfterImport data={data} counts={data.counts} acts={acts} />
      ) : (
        <BeforeImport data={data} acts={acts} />
      )}
    </Page>
  )
}

/** Who uploaded and who imported it, and when. */
function story({ uploadedBy, uploadedAt, startedBy, startedAt, finishedAt }: Import, timezone: string): string {
  const uploaded = `Uploaded by ${uploadedBy} on ${formatDateTime(uploadedAt, timezone)}.`
  if (!startedAt) return uploaded
  return `${uploaded} ${finishedAt ? 'Imported' : 'Import started'} by ${startedBy} on ${formatDateTime(finishedAt ?? startedAt, timezone)}.`
}

const WORDS: Partial<Record<Import['status'], string>> = {
  checking: 'Checking the file',
  importing: 'Importing',
  undoing: 'Undoing',
}

type ImportProgressProps = { data: Import; reason: string | null; pending: boolean; onStop: () => void }

/** How far the present step has come, in rows, and the way to stop it. It goes on when the page is closed. */
function ImportProgress({ data: { status, progress }, reason, pending, onStop }: ImportProgressProps) {
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

/** Removes the file and what would undo it, to make room for others. */
function RemoveImport({ data: { id, fileName, status, counts } }: { data: Import }) {
  const { slug, reasonNot } = useWorkspace()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isAsked, setIsAsked] = useState(false)
  const removed = useRef(false)
  const remove = async () => {
    await removeImport(slug, id)
    removed.current = true
    notify(`${fileName} was removed.`)
  }
  const close = () => {
    setIsAsked(false)
    if (!removed.current) return
    void navigate({ to: '/w/$slug/imports', params: { slug } }).then(() => {
      client.removeQueries({ queryKey: [...importsKey(slug), id] })
      return client.invalidateQueries({ queryKey: [...importsKey(slug), 'list'] })
    })
  }
  const reason = reasonNot('imports') ?? (isRunning(status) ? 'The file is being worked on.' : null)
  return (
    <>
      <GuardedButton
        reason={reason}
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => setIsAsked(true)}
      >
        Remove
      </GuardedButton>
      <ConfirmDialog
        opened={isAsked}
        onClose={close}
        title={`Remove ${fileName}?`}
        effect={
          counts
            ? 'What it imported stays, and can no longer be undone. Its rejected rows go.'
            : 'The file goes. Nothing of it was imported.'
        }
        confirmLabel="Remove file"
        danger
        onConfirm={remove}
      />
    </>
  )
}

type BeforeImportProps = { data: Import; acts: ImportActs }

/** A file that is not imported yet: how it is read, what a check found, and the two buttons. */
function BeforeImport({ data, acts }: BeforeImportProps) {
  const { reasonNot } = useWorkspace()
  const { check, problems, status, kind } = data
  const reason = reasonNot('imports')
  const running = isRunning(status)
  const buttons = (
    <Group justify="flex-end" gap="sm">
      {check && <Text size="sm">{effectOf(check, kind)}</Text>}
      <GuardedButton
        reason={reason ?? whyNotChecked(data)}
        variant={check ? 'default' : 'filled'}
        loading={acts.pending === 'check'}
        onClick={() => acts.move('check')}
      >
        Check
      </GuardedButton>
      <ImportButton data={data} acts={acts} reason={reason ?? whyNotImported(check, data)} />
    </Group>
  )
  return (
    <Stack gap="md">
      {problems.length > 0 && (
        <Alert color="yellow" role="region" aria-label="Before the check">
          <List size="sm">
            {problems.map((problem) => (
              <List.Item key={problem}>{problem}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <ReadingForm data={data} read={acts.read} disabled={reason !== null || running} />
      {check && <CheckResult data={data} check={check} acts={acts} />}
      {buttons}
    </Stack>
  )
}

function whyNotChecked({ status, problems }: Import): string | null {
  if (isRunning(status)) return 'The file is being checked.'
  return problems.length > 0 ? 'Choose first what is missing, as said above.' : null
}

function whyNotImported(check: Check | null, { kind, reading }: Import): string | null {
  if (!check) return 'Check the file first.'
  if (reading.onDuplicate === 'error' && check.repeatedKeys > 0) {
    return `Several rows are about the same ${KIND_WORDS[kind].one}: choose which of them counts.`
  }
  return check.rejected === check.rows ? 'No row of this file can be imported.' : null
}

function effectOf({ created, changed, prices, rejected }: Check, kind: Kind): string {
  const moves = prices.up + prices.down
  const parts = [
    [created, 'new', 'new'],
    [changed, 'changed', 'changed'],
    [moves, 'price for review', 'prices for review'],
    [rejected, 'row left out', 'rows left out'],
  ] as const
  const told = parts.filter(([count]) => count > 0)
  if (told.length === 0) return `Nothing changes: all ${KIND_WORDS[kind].many} are like this already.`
  return `${told.map(([count, one, many]) => counted(count, one, many)).join(', ')}.`
}

type ImportButtonProps = { data: Import; acts: ImportActs; reason: string | null }

/** Starts an import. It asks first where other brands, categories or customers move prices at once. */
function ImportButton({ data: { check, fileName }, acts, reason }: ImportButtonProps) {
  const [isAsked, setAsked] = useState(false)
  const moves = check?.priceMoves
  const start = () => acts.move('start')
  return (
    <>
      <GuardedButton
        reason={reason}
        variant={check ? 'filled' : 'default'}
        loading={acts.pending === 'start'}
        onClick={moves ? () => setAsked(true) : start}
      >
        Import
      </GuardedButton>
      {moves && (
        <ConfirmDialog
          opened={isAsked}
          onClose={() => setAsked(false)}
          title={`Import “${fileName}”`}
          effect={`${priceImpactInWords(moves)} That takes effect with the import.`}
          confirmLabel="Import"
          typedName={isLargeImpact(moves) ? fileName : undefined}
          onConfirm={async () => start()}
        />
      )}
    </>
  )
}
