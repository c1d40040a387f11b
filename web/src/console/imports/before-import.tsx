import { Alert, Group, List, Stack, Text } from '@mantine/core'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { CheckResult } from './check-result.tsx'
import { ImportButton } from './import-button.tsx'
import { counted } from '../../../../server/src/shared/counted.ts'
import { isRunning } from './import-queries.ts'
import type { Check, Import } from './import-queries.ts'
import { KIND_WORDS } from './kind-words.ts'
import type { Kind } from './kind-words.ts'
import { ReadingForm } from './reading-form.tsx'
import type { ImportActs } from './use-import-acts.ts'

type BeforeImportProps = { data: Import; acts: ImportActs }

/** A file that is not imported yet: how it is read, what a check found, and the two buttons. */
export function BeforeImport({ data, acts }: BeforeImportProps) {
  const { reasonNot } = useWorkspace()
  const { check, problems, status, kind } = data
  const reason = reasonNot('write')
  const running = isRunning(status)
  const buttons = (
    <Group justify="flex-end" gap="sm">
      {check && <Text size="sm">{effectOf(check, kind)}</Text>}
      <GuardedButton
        reason={reason ?? (running ? 'The file is being checked.' : null)}
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
      <ReadingForm data={data} read={acts.read} disabled={reason !== null || running} />
      {problems.length > 0 && (
        <Alert color="yellow" role="region" aria-label="Before the check">
          <List size="sm">
            {problems.map((problem) => (
              <List.Item key={problem}>{problem}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {check && <CheckResult data={data} check={check} acts={acts} />}
      {buttons}
    </Stack>
  )
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
