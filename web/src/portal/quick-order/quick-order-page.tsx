import { Alert, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { DragEvent, RefObject } from 'react'
import { counted } from '../../../../server/src/shared/counted.ts'
import { ButtonLink } from '../../shared/button-link.tsx'
import { Page } from '../../shared/page.tsx'
import { notifyWithUndo } from '../../shared/undo.tsx'
import { throwProblems, useSubmit } from '../../shared/use-submit.ts'
import { usePortal } from '../portal-context.tsx'
import { useSessionValue } from '../use-session-value.ts'
import { CheckedLines } from './checked-lines.tsx'
import { LeftOut } from './left-out.tsx'
import { LineEntry } from './line-entry.tsx'
import { PasteLines } from './paste-lines.tsx'
import { judgeLines, mergeLines, newLine, NO_LINES, useQuickLines } from './quick-lines.ts'
import { readLines } from './read-lines.ts'
import type { ColumnOption, Columns } from './read-lines.ts'

/** Where the focus goes once the page shows what was done. */
type FocusTarget = 'lines' | 'options' | 'added'

/**
 * An order by SKU: typed line by line, pasted, or from a file. Everything is checked before it goes into the basket.
 */
export function QuickOrderPage() {
  const { slug } = usePortal()
  const { lines, setLines, pastes, setPastes, check: checkNew } = useQuickLines()
  const [pasted, setPasted] = useSessionValue('quick-order', '')
  const [options, setOptions] = useState<ColumnOption[]>([])
  const [added, setAdded] = useState(0)
  const fileInput = useRef<HTMLInputElement>(null)
  const page = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext(page)
  const nextKey = 1 + Math.max(0, ...lines.map(({ key }) => key))

  const chosen = useRef<Columns | undefined>(undefined)
  const check = useSubmit(async () => {
    const file = fileInput.current?.files?.[0]
    throwProblems({ text: !file && pasted.trim() === '' ? 'Paste lines first: a SKU and a quantity each.' : undefined })
    const { options: asked, lines: found, ...rest } = await readLines(slug, { file, text: pasted }, chosen.current)
    setOptions(asked)
    setAdded(0)
    if (asked.length > 0) return focusNext('options')
    const blank = rest.withoutQuantity > 0 ? `: ${counted(rest.withoutQuantity, 'row')} without a quantity` : ''
    throwProblems({ text: found.length === 0 ? `No order line was found in this${blank}.` : undefined })
    const paste = pastes.length + 1
    const fresh = await checkNew(
      found.map(({ row, sku, qty, problem, choices }, i) => ({
        ...newLine({ key: nextKey + i, paste, row, sku, quantity: qty === null ? '' : String(qty) }),
        read: problem && { problem, choices },
      })),
    )
    const merged = lines.length + fresh.length - mergeLines(lines, fresh).length
    setLines((shown) => mergeLines(shown, problemsFirst(fresh)))
    setPastes([...pastes, { ...rest, paste, merged }])
    focusNext('lines')
    setPasted('')
    fileInput.current!.value = ''
  })
  const addLine = async ({ sku, qty }: { sku: string; qty: number }) => {
    const row = 1 + Math.max(0, ...lines.filter(({ paste }) => paste === 0).map((line) => line.row))
    const fresh = await checkNew([newLine({ key: nextKey, paste: 0, row, sku, quantity: String(qty) })])
    setLines((shown) => mergeLines(shown, fresh))
  }
  const clear = () => {
    setLines(NO_LINES)
    notifyWithUndo('The lines are cleared.', async () => {
      setLines(lines)
      setPastes(pastes)
      return 'The lines are as they were.'
    })
  }
  // Wherever a file is dropped: a browser would leave the page for it.
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    fileInput.current!.files = event.dataTransfer.files
  }
  return (
    <Page title="Quick order">
      <Stack gap="lg" ref={page} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <LineEntry onAdd={addLine} />
        <PasteLines
          pasted={pasted}
          onPaste={setPasted}
          fileInput={fileInput}
          check={check}
          onCheck={(columns) => {
            chosen.current = columns
            void check.submit()
          }}
          options={options}
        />
        <LeftOut pastes={pastes} />
        {added > 0 && <Added count={added} />}
        {lines.length > 0 && (
          <CheckedLines
            lines={lines}
            setLines={setLines}
            onClear={clear}
            onAdded={(count) => {
              setAdded(count)
              focusNext('added')
            }}
          />
        )}
      </Stack>
    </Page>
  )
}

function problemsFirst(lines: Parameters<typeof judgeLines>[0]) {
  const { judged } = judgeLines(lines)
  return judged.toSorted((a, b) => Number(isBad(b)) - Number(isBad(a))).map(({ line }) => line)
}

function isBad({ problems }: ReturnType<typeof judgeLines>['judged'][number]): boolean {
  return Boolean(problems.sku || problems.qty)
}

/** The next step: by keyboard, Enter here and Enter there order what was added. */
function Added({ count }: { count: number }) {
  const { slug } = usePortal()
  return (
    <Alert color="green" title={`${counted(count, 'line')} added`}>
      <ButtonLink data-next to="/t/$slug/basket" params={{ slug }} hash="order" variant="default">
        Review and order
      </ButtonLink>
    </Alert>
  )
}

const TARGETS: Record<FocusTarget, string[]> = {
  lines: ['li [aria-invalid="true"]', '[data-add]'],
  options: ['[data-autofocus="true"]'],
  added: ['[data-next]'],
}

/** Moves the focus to the first target that the page shows then. */
function useFocusNext(page: RefObject<HTMLElement | null>) {
  const target = useRef<FocusTarget | null>(null)
  useEffect(() => {
    if (target.current === null) return
    const found = TARGETS[target.current].flatMap(
      (selector) => page.current?.querySelector<HTMLElement>(selector) ?? [],
    )
    if (found.length === 0) return
    target.current = null
    found[0]!.focus()
  })
  return (next: FocusTarget) => {
    target.current = next
  }
}
