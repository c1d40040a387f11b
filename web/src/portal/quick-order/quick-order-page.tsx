import { Alert, Stack, Button, Group, Text, Textarea, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { DragEvent, RefObject } from 'react'
import { counted } from '../../../../server/src/shared/counted.ts'
import { ButtonLink } from '../../shared/links.tsx'
import { Page } from '../../shared/page.tsx'
import { notifyWithUndo } from '../../shared/toasts.tsx'
import { throwProblems, useSubmit } from '../../shared/form.tsx'
import { usePortal } from '../portal-context.tsx'
import { useSessionValue } from '../use-session-value.ts'
import { CheckedLines, LeftOut } from './checked-lines.tsx'
import { judgeLines, mergeLines, newLine, NO_LINES, readLines, useQuickLines } from './quick-lines.ts'
import { ScanBarcode } from './scan-barcode.tsx'
import type { ColumnOption, Columns } from './quick-lines.ts'
import { smallestQuantity } from '../../../../server/src/shared/order-quantity.ts'
import type { SoldIn } from '../../../../server/src/shared/order-quantity.ts'
import { Problem } from '../../shared/problem.tsx'
import { ProductField } from '../../shared/product-field.tsx'
import { findProducts } from '../catalogue/product-queries.ts'
import { QuantityField } from '../catalogue/quantity-field.tsx'
import { parseQuantity } from '../../shared/quantity.ts'
import styles from './quick-order.module.css'
import { useIsPhone } from '../../shared/use-is-phone.ts'

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
  const [isDragged, setDragged] = useState(false)
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
    notifyWithUndo('The lines were cleared.', async () => {
      setLines(lines)
      setPastes(pastes)
      return 'The lines are as they were.'
    })
  }
  // Wherever a file is dropped: a browser would leave the page for it.
  const drop = (event: DragEvent) => {
    setDragged(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    fileInput.current!.files = event.dataTransfer.files
  }
  return (
    <Page title="Quick order">
      <Stack
        gap="lg"
        ref={page}
        data-dragged={isDragged || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setDragged(true)
        }}
        onDragLeave={({ currentTarget, relatedTarget }) =>
          currentTarget.contains(relatedTarget as Node | null) || setDragged(false)
        }
        onDrop={drop}
      >
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

const BY_THE_PIECE: SoldIn = { minOrderQty: 1, orderMultiple: 1 }

/** Where the next line is typed: SKU, quantity, Enter; then the SKU has the focus again. */
function LineEntry({ onAdd }: { onAdd: (line: { sku: string; qty: number }) => Promise<void> }) {
  const { slug, currency } = usePortal()
  const [sku, setSku] = useSessionValue('quick-order sku', '')
  const [quantity, setQuantity] = useSessionValue('quick-order quantity', '1')
  const [soldIn, setSoldIn] = useState(BY_THE_PIECE)
  const skuField = useRef<HTMLInputElement>(null)
  const quantityField = useRef<HTMLInputElement>(null)
  useEffect(() => skuField.current?.focus(), [])
  const add = useSubmit(async () => {
    const { value, problem } = parseQuantity(quantity)
    throwProblems({ sku: sku.trim() === '' ? 'Write a SKU.' : undefined, qty: problem })
    await onAdd({ sku: sku.trim().slice(0, 64), qty: value! })
    setSku('')
    setQuantity('1')
    setSoldIn(BY_THE_PIECE)
  })
  const submit = () => void add.submit().then(() => skuField.current?.focus())
  const errors = { sku: add.fieldError('sku'), qty: add.fieldError('qty') }
  return (
    <div>
      <div className={styles.entry}>
        <div className={styles.sku}>
          <ProductField
            ref={skuField}
            label="SKU"
            placeholder="SKU or words"
            currency={currency}
            text={sku}
            error={errors.sku}
            onType={setSku}
            onPick={({ sku: picked, ...product }) => {
              setSku(picked)
              setQuantity(String(smallestQuantity(product)))
              setSoldIn(product)
              setTimeout(() => quantityField.current?.select())
            }}
            onEnter={submit}
            searchKey={['portal', slug]}
            search={(typed, signal) => findProducts(slug, typed, signal)}
          />
        </div>
        <QuantityField
          ref={quantityField}
          label="Quantity"
          value={quantity}
          from={soldIn.minOrderQty}
          inMultiplesOf={soldIn.orderMultiple}
          error={errors.qty}
          onChange={setQuantity}
          onEnter={submit}
        />
        <Button className={styles.button} variant="default" loading={add.pending} onClick={submit}>
          Add line
        </Button>
        <ScanBarcode
          className={styles.scan!}
          onFound={(code) => {
            setSku(code)
            setTimeout(() => quantityField.current?.select())
          }}
        />
      </div>
      <Problem error={add.problem()} />
    </div>
  )
}

type PasteLinesProps = {
  pasted: string
  onPaste: (text: string) => void
  fileInput: RefObject<HTMLInputElement | null>
  check: ReturnType<typeof useSubmit>
  onCheck: (columns?: Columns) => void
  /** Columns that a person has to choose from. */
  options: ColumnOption[]
}

/** Where many lines come in: as a text, or from a file. */
function PasteLines({ pasted, onPaste, fileInput, check, onCheck, options }: PasteLinesProps) {
  const isPhone = useIsPhone()
  const fieldError = check.fieldError('text')
  const fileError = check.fieldError('file')
  return (
    <section aria-labelledby="paste">
      <Title order={2} size="h4" mb="xs" id="paste">
        Many lines at once
      </Title>
      <Textarea
        label="Paste lines"
        description={`SKU and quantity, from a spreadsheet, a CSV file or a mail; in either order.${isPhone ? '' : ' Ctrl Enter checks them.'}`}
        autosize
        minRows={3}
        maxRows={12}
        value={pasted}
        error={fieldError ?? fileError}
        spellCheck={false}
        onChange={(event) => onPaste(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          // Elsewhere on the page, these keys add the checked lines.
          event.stopPropagation()
          onCheck()
        }}
      />
      <Problem error={check.problem()} />
      <label className={styles.drop}>
        <span id="file">File</span>
        <span id="file-kinds" className={styles.kinds}>
          {isPhone ? 'CSV, text or Excel.' : 'CSV, text or Excel: drop it here, or choose it.'} Its first sheet is read.
        </span>
        <input
          ref={fileInput}
          type="file"
          aria-labelledby="file"
          aria-describedby="file-kinds"
          accept=".csv,.txt,.tsv,.xlsx,.xlsm,text/csv,text/plain"
        />
      </label>
      <Group mt="sm" gap="sm">
        <Button variant="default" loading={check.pending} onClick={() => onCheck()}>
          Check lines
        </Button>
      </Group>
      {options.length > 0 && (
        <Alert mt="sm" color="yellow" title="Which is the quantity?">
          More than one column may be. Choose it by the first rows:
          <ul className={styles.options}>
            {options.map(({ code, qty, name, rows }, i) => (
              <li key={`${code} ${qty}`}>
                <Button
                  variant="default"
                  data-autofocus={i === 0}
                  aria-describedby={`option-${i}`}
                  onClick={() => onCheck({ code, qty })}
                >
                  {name}
                </Button>
                <Text size="sm" id={`option-${i}`}>
                  {rows.map(({ sku, quantity }) => `${quantity} of ${sku}`).join(', ')}
                </Text>
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </section>
  )
}
