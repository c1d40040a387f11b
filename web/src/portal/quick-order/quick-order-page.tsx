import { Button, Group, Stack, Textarea, Title } from '@mantine/core'
import { useRef } from 'react'
import type { Dispatch, DragEvent, SetStateAction } from 'react'
import { api } from '../../shared/api.ts'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { throwProblems, useSubmit } from '../../shared/use-submit.ts'
import { usePortal } from '../portal-context.tsx'
import { CheckedLines } from './checked-lines.tsx'
import type { QuickLine } from './checked-lines.tsx'
import { LineEntry } from './line-entry.tsx'
import { readLines } from './read-lines.ts'
import styles from './quick-order.module.css'
import { useSessionValue, useWhenOnline } from '../use-session-value.ts'
import { ORDER_LIMITS } from '../../../../server/src/rules/limits.ts'

/** The most lines that are checked at once. */

const NO_LINES: QuickLine[] = []

/**
 * An order by SKU: typed line by line, pasted, or from a file. Everything is checked before it goes into the basket.
 */
export function QuickOrderPage() {
  const { slug } = usePortal()
  const [lines, setLines] = useSessionValue('quick-order lines', NO_LINES)
  const [pasted, setPasted] = useSessionValue('quick-order', '')
  const nextKey = useRef(1 + Math.max(0, ...lines.map(({ key }) => key)))
  useFreshPrices(lines, setLines)

  const check = useSubmit(async () => {
    const rows = readLines(pasted)
    throwProblems({
      pasted:
        rows.length === 0
          ? 'Paste lines first: a SKU and a quantity each.'
          : rows.length > ORDER_LIMITS.lines
            ? `Paste at most ${ORDER_LIMITS.lines.toLocaleString('en')} lines at once.`
            : undefined,
    })
    const good = rows.flatMap(({ sku, qty }) => (qty === undefined ? [] : [{ sku: sku.slice(0, 64), qty }]))
    const checked = good.length === 0 ? [] : await checkLines(slug, good)
    let at = 0
    setLines((before) => [
      ...before,
      ...rows.map((row): QuickLine => ({
        key: nextKey.current++,
        row: row.row,
        sku: row.sku,
        unread: row.problem ?? null,
        checked: row.qty === undefined ? null : checked[at++]!,
      })),
    ])
    setPasted('')
  })
  const addLine = async (line: { sku: string; qty: number }) => {
    const [checked] = await checkLines(slug, [line])
    setLines((before) => [
      ...before,
      { key: nextKey.current++, row: null, sku: line.sku, unread: null, checked: checked! },
    ])
  }
  const read = async (file: File | undefined) => {
    if (file) setPasted(decode(new Uint8Array(await file.arrayBuffer())))
  }
  // Wherever a file is dropped: a browser would leave the page for it.
  const drop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files
    if (!file) return
    event.preventDefault()
    void read(file)
  }
  return (
    <Page title="Quick order">
      <Stack gap="lg" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <LineEntry onAdd={addLine} />
        <PasteLines pasted={pasted} onPaste={setPasted} onFile={read} check={check} />
        {lines.length > 0 && (
          <CheckedLines lines={lines} onChange={setLines} recheck={(line) => checkLines(slug, [line])} />
        )}
      </Stack>
    </Page>
  )
}

/** Lines that this tab has kept are checked anew when the page opens, and when the connection is back. */
function useFreshPrices(lines: QuickLine[], setLines: Dispatch<SetStateAction<QuickLine[]>>): void {
  const { slug } = usePortal()
  useWhenOnline(() => {
    const kept = lines.flatMap(({ key, checked }) => (checked ? [{ key, sku: checked.sku, qty: checked.qty }] : []))
    if (kept.length === 0 || kept.length > ORDER_LIMITS.lines) return
    const asked = kept.map(({ sku, qty }) => ({ sku, qty }))
    void checkLines(slug, asked)
      .then((checked) => {
        const fresh = new Map(kept.map(({ key }, i) => [key, checked[i]!]))
        return setLines((before) => before.map((line) => ({ ...line, checked: fresh.get(line.key) ?? line.checked })))
      })
      // Without a connection, they stay as they were shown.
      .catch(() => {})
  })
}

async function checkLines(slug: string, lines: { sku: string; qty: number }[]) {
  return (
    await api.POST('/app-api/portal/{slug}/lines/check', {
      params: { path: { slug } },
      body: { lines },
    })
  ).data
}

type PasteLinesProps = {
  pasted: string
  onPaste: (text: string) => void
  onFile: (file: File | undefined) => Promise<void>
  check: ReturnType<typeof useSubmit>
}

function PasteLines({ pasted, onPaste, onFile, check }: PasteLinesProps) {
  const fieldError = check.fieldError('pasted')
  return (
    <section aria-labelledby="paste">
      <Title order={2} size="h4" mb="xs" id="paste">
        Many lines at once
      </Title>
      <Textarea
        label="Paste lines"
        description="SKU and quantity, from a spreadsheet, a CSV file or a mail; in either order."
        autosize
        minRows={3}
        maxRows={12}
        value={pasted}
        error={fieldError}
        spellCheck={false}
        onChange={(event) => onPaste(event.currentTarget.value)}
      />
      <Problem error={check.problem()} />
      <Group mt="sm" gap="sm">
        <label className={styles.file}>
          File
          <input
            type="file"
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            onChange={(event) => void onFile(event.currentTarget.files?.[0])}
          />
        </label>
        <Button variant="default" loading={check.pending} onClick={() => void check.submit()}>
          Check lines
        </Button>
      </Group>
    </section>
  )
}

/** Files are in UTF-8, or else as Excel saves them on Windows. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
