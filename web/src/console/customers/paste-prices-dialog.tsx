import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../shared/dialog.tsx'
import { api, ApiError } from '../../shared/api.ts'
import { Problem } from '../../shared/problem.tsx'
import { toSpreadsheetText } from '../../shared/spreadsheet-text.ts'
import { notifyWithUndo } from '../../shared/undo.tsx'
import { useFocusReturn } from '../../shared/use-focus-return.ts'
import { useSubmit } from '../../shared/use-submit.ts'
import { undoAct } from '../activity/undo-queries.ts'
import { HowItIsRead } from '../how-it-is-read.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { refreshTerms } from './terms-owner.ts'
import type { TermsOwner } from './terms-owner.ts'
import { PasteColumns } from './paste-columns.tsx'
import { GoodRows, RejectedRows } from './paste-results.tsx'
import { usePasteCheck } from './use-paste-check.ts'
import type { PasteCheck, PasteColumn } from './use-paste-check.ts'

type PastePricesProps = { owner: TermsOwner; onClose: () => void }

/**
 * Takes agreed prices from a spreadsheet. What each row does is shown first; the good ones are saved together, and the
 * others stay in the dialog to be mended.
 */
export function PastePricesDialog({ owner, onClose }: PastePricesProps) {
  useFocusReturn()
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const [columns, setColumns] = useState<PasteColumn[] | null>(null)
  const [rounds, setRounds] = useState(false)
  const { check, error, isChecking, checkAgain } = usePasteCheck(owner, { text, columns, rounds })
  const change = (value: string) => {
    setText(value)
    setColumns(null)
    setRounds(false)
  }
  const toSave = check?.good.filter(({ kind }) => kind !== 'same').length ?? 0
  const pasted = check && toSave > 0 && !isChecking ? { text, rounds, version: check.version, columns } : null
  const send = ({ columns: named, ...body }: NonNullable<typeof pasted>) =>
    api.POST(`/app-api/console/{slug}/${owner.kind}/{id}/agreed-prices/paste`, {
      params: { path: { slug, id: owner.id } },
      body: { ...body, ...(named && { columns: named }) },
    })
  const { submit, pending, problem } = useSubmit(async () => {
    const { undo } = (
      await send(pasted!).catch((caught: unknown) => {
        if (caught instanceof ApiError && caught.status === 409) void checkAgain()
        throw caught
      })
    ).data
    void refreshTerms(queryClient, slug)
    notifyWithUndo(savedWords(check!), () =>
      undoAct(slug, { kind: 'agreed_price_edit', id: undo! }).finally(() => refreshTerms(queryClient, slug)),
    )
    if (check!.rejected.length === 0) onClose()
    else setText(rejectedText(check!))
  })
  return (
    <Dialog opened onClose={onClose} title="Paste prices" size="xl">
      <Stack gap="sm">
        <Problem error={problem()} />
        <Textarea
          label="Rows"
          description="Copied from a spreadsheet: SKU, price, from quantity, start, end, in any order. Up to 1,000 rows."
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
          error={error}
          minRows={5}
          maxRows={10}
          autosize
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        {check && (
          <>
            <PasteColumns check={check} onChange={setColumns} />
            <HowItIsRead check={check} rounds={rounds} onRound={setRounds} />
            <RejectedRows rows={check.rejected} />
            <GoodRows rows={check.good} />
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => void submit()} loading={pending} disabled={toSave === 0 || isChecking}>
            {toSave === 0 ? 'Paste prices' : `Paste prices (${toSave.toLocaleString('en')})`}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function savedWords({ good, rejected }: PasteCheck): string {
  const saved = good.filter(({ kind }) => kind !== 'same').length
  const words = `${saved.toLocaleString('en')} agreed ${saved === 1 ? 'price is' : 'prices are'} saved.`
  return rejected.length === 0
    ? words
    : `${words} ${rejected.length} couldn’t be pasted: correct them, and paste them again.`
}

/** The header, if there is one, and the rows that were not taken. */
function rejectedText({ first, hasHeader, rejected }: PasteCheck): string {
  return toSpreadsheetText([...(hasHeader ? [first] : []), ...rejected.map(({ cells }) => cells)])
}
