import { useEffect, useState } from 'react'
import { askAboutQuantity } from '../../../../server/src/shared/out-of-proportion.ts'
import { quantityProblem } from '../../../../server/src/shared/order-quantity.ts'
import { MAX_QTY, ORDER_LIMITS } from '../../../../server/src/shared/limits.ts'
import { api, fileBody } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { parseQuantity } from '../../shared/quantity.ts'
import { usePortal } from '../portal-context.tsx'
import { useSessionValue, useWhenOnline } from '../use-session-value.ts'

type Checked = components['schemas']['CheckedLine']
type ReadLine = components['schemas']['ReadLine']

/** What became of a paste or a file, besides its lines. `merged`: lines that were added to others of the same SKU. */
export type PasteResult = Pick<ReadLines, 'leftOut' | 'withoutQuantity' | 'otherSheets'> & {
  /** 1 for the first paste. */
  paste: number
  merged: number
}

/** A line that was typed or pasted, as it is to be ordered. */
export type QuickLine = {
  key: number
  /** Where it stood: in the first paste, the second one, and so on; 0 for lines that were typed. */
  paste: number
  row: number
  sku: string
  quantity: string
  /** What was wrong when it was read, and what it may mean; until it is changed. */
  read: Pick<ReadLine, 'problem' | 'choices'> | null
  checked: Checked | null
  /** Whether `checked` is of the present SKU and quantity. */
  isFresh: boolean
  /** The buyer says that a quantity out of proportion is meant. */
  isMeant: boolean
}

/** What is wrong, at its field. `isQuestion`: the quantity is only to be confirmed. */
export type LineProblems = { sku?: string | undefined; qty?: string | undefined; isQuestion?: boolean }

export const NO_LINES: QuickLine[] = []
const NO_PASTES: PasteResult[] = []
/** How long nobody types before a changed line is checked, in milliseconds. */
const PAUSE_MS = 400
/** And how long until it is checked again where that failed. */
const AGAIN_MS = 5_000

const textsOf = ({ sku, quantity }: Pick<QuickLine, 'sku' | 'quantity'>) => `${sku}\t${quantity}`

export function newLine(line: Pick<QuickLine, 'key' | 'paste' | 'row' | 'sku' | 'quantity'>): QuickLine {
  return { ...line, read: null, checked: null, isFresh: false, isMeant: false }
}

/** "row 3", "paste 2, row 3", "typed line 1". */
export function placeOf({ paste, row }: Pick<QuickLine, 'paste' | 'row'>): string {
  if (paste === 0) return `typed line ${row}`
  return paste === 1 ? `row ${row}` : `paste ${paste}, row ${row}`
}

/** Adds lines. Those of a SKU that is there already, both without a problem of their own, are added up. */
export function mergeLines(lines: readonly QuickLine[], added: readonly QuickLine[]): QuickLine[] {
  const merged = [...lines]
  for (const line of added) {
    const at = merged.findIndex((other) => skuKey(other) === skuKey(line) && sumOf(other, line) !== null)
    if (at === -1) merged.push(line)
    else merged[at] = { ...merged[at]!, quantity: String(sumOf(merged[at]!, line)), isFresh: false, isMeant: false }
  }
  return merged
}

function skuKey({ sku }: QuickLine): string {
  return sku.trim().toLowerCase()
}

function sumOf(...lines: QuickLine[]): number | null {
  const quantities = lines.map((line) => (canBeChecked(line) ? parseQuantity(line.quantity).value! : Infinity))
  const sum = quantities.reduce((total, quantity) => total + quantity, 0)
  return sum <= MAX_QTY ? sum : null
}

/** The lines of this tab, and the pastes that they came by. A line that is changed is checked anew. */
export function useQuickLines() {
  const { slug } = usePortal()
  const [lines, setLines] = useSessionValue('quick-order lines', NO_LINES)
  const [pastes, setPastes] = useSessionValue('quick-order pastes', NO_PASTES)
  useEffect(() => {
    if (lines.length === 0) setPastes(NO_PASTES)
  }, [lines.length, setPastes])
  // A failed check only causes the next one.
  const [, setTries] = useState(0)
  const check = async (asked: readonly QuickLine[]) => {
    const checked = new Map(await checkLines(slug, asked))
    const fresh = (line: QuickLine): QuickLine => {
      const found = checked.get(line.key)
      // Whatever code was typed, the line has the SKU that it means.
      const sku = found?.checked.product ? found.checked.sku : line.sku
      return found?.texts === textsOf(line) ? { ...line, sku, checked: found.checked, isFresh: true } : line
    }
    setLines((before) => before.map(fresh))
    return asked.map(fresh)
  }
  useEffect(() => {
    const changed = lines.filter((line) => !line.isFresh && canBeChecked(line))
    if (changed.length === 0) return
    const again = () => setTimeout(() => setTries((tries) => tries + 1), AGAIN_MS)
    const timer = setTimeout(() => void check(changed).catch(again), PAUSE_MS)
    return () => clearTimeout(timer)
  })
  // Lines that this tab has kept may have other prices by now.
  useWhenOnline(() => void check(lines.filter(canBeChecked)).catch(() => {}))
  return { lines, setLines, pastes, setPastes, check }
}

/** Each line with what is wrong with it, and what can be ordered. `total` is in minor units. */
export function judgeLines(lines: readonly QuickLine[]) {
  const amounts = lines.reduce((sum, line) => sum + amountOf(line), 0)
  const judged = lines.map((line) => ({ line, problems: problemsOf(line, amounts - amountOf(line)) }))
  const good = judged.filter(({ line, problems }) => line.isFresh && !problems.sku && !problems.qty)
  return {
    judged,
    good: good.map(({ line }) => line),
    bad: judged.filter(({ problems }) => problems.sku || problems.qty).length,
    total: good.reduce((sum, { line }) => sum + amountOf(line), 0),
  }
}

function amountOf({ checked, isFresh }: QuickLine): number {
  return isFresh && checked?.problem === null ? checked.price!.line : 0
}

function problemsOf({ sku, quantity, read, checked, isFresh, isMeant }: QuickLine, others: number): LineProblems {
  if (read?.problem) return { [read.problem.field]: read.problem.message }
  if (sku.trim() === '') return { sku: 'Write a SKU.' }
  if (quantity.trim() === '') return { qty: 'How many?' }
  const { problem } = parseQuantity(quantity)
  if (problem !== undefined) return { qty: problem }
  if (!isFresh || !checked) return {}
  if (checked.problem !== null) {
    const isQuantity = checked.product !== null && quantityProblem(checked.qty, checked.product) !== null
    return isQuantity ? { qty: checked.problem } : { sku: checked.problem }
  }
  const question = isMeant ? null : askAboutQuantity({ ...checked, amount: checked.price!.line, others })
  return question === null ? {} : { qty: question, isQuestion: true }
}

function canBeChecked({ sku, quantity, read }: QuickLine): boolean {
  return !read?.problem && sku.trim() !== '' && parseQuantity(quantity).value !== undefined
}

/** By key, each with the texts that were checked; as many lines a call as an order has. */
async function checkLines(slug: string, lines: readonly QuickLine[]) {
  const found: [number, { texts: string; checked: Checked }][] = []
  for (let from = 0; from < lines.length; from += ORDER_LIMITS.lines) {
    const slice = lines.slice(from, from + ORDER_LIMITS.lines).filter(canBeChecked)
    if (slice.length === 0) continue
    const { data } = await api.POST('/app-api/portal/{slug}/lines/check', {
      params: { path: { slug } },
      body: { lines: slice.map(({ sku, quantity }) => ({ sku: sku.trim(), qty: parseQuantity(quantity).value! })) },
    })
    found.push(
      ...slice.map((line, i): (typeof found)[number] => [line.key, { texts: textsOf(line), checked: data[i]! }]),
    )
  }
  return found
}

export type ReadLines = components['schemas']['ReadLines']
export type ColumnOption = ReadLines['options'][number]
export type Columns = Pick<ColumnOption, 'code' | 'qty'>

/** Has the service read a file, or else a pasted text. `columns`: what the buyer chose. */
export async function readLines(
  slug: string,
  { file, text }: { file: File | undefined; text: string },
  columns: Columns | undefined,
): Promise<ReadLines> {
  const path = { slug }
  const { data } = file
    ? await api.POST('/app-api/portal/{slug}/lines/file', { params: { path, query: columns ?? {} }, ...fileBody(file) })
    : await api.POST('/app-api/portal/{slug}/lines/read', {
        params: { path },
        body: { text, ...(columns && { columns }) },
      })
  return data
}
