import { Alert, Button, Group, Text, Textarea, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { counted } from '../../../../server/src/shared/counted.ts'
import { api } from '../../shared/api.ts'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Problem } from '../../shared/problem.tsx'
import type { Choice } from '../../shared/search-select.tsx'
import { TextToCopy } from '../../shared/clipboard.tsx'
import { notify } from '../../shared/toasts.tsx'
import { throwProblems, useSubmit } from '../../shared/form.tsx'
import { customersKey } from '../customers/customer-queries.ts'
import { useWorkspace } from '../workspace-context.tsx'
import type { DraftLine } from './draft-order.ts'
import { refreshOrders } from './order-queries.ts'
import { PurchaseOrderLine } from './purchase-order-line.tsx'
import {
  answerInWords,
  checkQuery,
  codeToSave,
  draftLine,
  expectedUnit,
  isAsked,
  openQuestion,
  readOrder,
  toDecide,
} from './purchase-order.ts'
import type { Checked, Columns, Decision, OrderedLine, PurchaseOrder } from './purchase-order.ts'
import styles from './place-order.module.css'

type PanelProps = {
  customer: Choice
  /** What the lines are for. A quote has no answer to an order, and nothing is agreed before it is sent. */
  what: 'order' | 'quote'
  /** The lines so far. */
  lines: readonly DraftLine[]
  /** All lines, with those that were taken, and what else the customer's order says. */
  onTake: (lines: DraftLine[], order: PurchaseOrder) => void
  onClose: () => void
  /** Whether lines are there that are not taken yet. */
  onOpen: (isOpen: boolean) => void
}

/** Reads the customer's own order or list, and compares its prices with ours, before its lines are taken. */
export function PurchaseOrderPanel({ customer, what, lines, onTake, onClose, onOpen }: PanelProps) {
  const [order, setOrder] = useState<PurchaseOrder | null>(null)
  const [answer, setAnswer] = useState<string | null>(null)
  const take = (taken: DraftLine[], said: string) => {
    const skus = new Set(taken.map(({ sku }) => sku))
    onTake([...lines.filter(({ sku }) => !skus.has(sku)), ...taken], order!)
    onOpen(false)
    if (what === 'quote') onClose()
    else setAnswer(said)
  }
  const cancel = (
    <Button variant="subtle" color="gray" onClick={onClose}>
      Cancel
    </Button>
  )
  return (
    <section aria-labelledby="their-order" className={styles.panel}>
      <Title order={2} size="h4" id="their-order" mb="sm">
        The customer’s own {TEXT_OF[what]}
      </Title>
      {answer !== null ? (
        <>
          <Text mb="xs">The lines are in the order. What to answer the customer:</Text>
          <TextToCopy text={answer} label="Copy answer" />
          <Button mt="md" variant="default" onClick={onClose}>
            Close
          </Button>
        </>
      ) : order === null ? (
        <ReadForm
          customer={customer}
          what={what}
          onRead={(read) => {
            setOrder(read)
            onOpen(true)
          }}
        >
          {cancel}
        </ReadForm>
      ) : (
        <Comparison customer={customer} what={what} order={order} onTake={take}>
          {cancel}
        </Comparison>
      )}
    </section>
  )
}

/** What the customer has sent. */
const TEXT_OF = { order: 'order', quote: 'list' }

type ReadFormProps = Pick<PanelProps, 'customer' | 'what'> & {
  onRead: (order: PurchaseOrder) => void
  children: ReactNode
}

function ReadForm({ customer, what, onRead, children }: ReadFormProps) {
  const { slug } = useWorkspace()
  const [text, setText] = useState('')
  const [options, setOptions] = useState<PurchaseOrder['options']>([])
  const [columns, setColumns] = useState<Columns>()
  const file = useRef<HTMLInputElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const chosen = useRef<Columns>(undefined)
  const { submit, pending, fieldError, problem } = useSubmit(async () => {
    const [sent] = file.current?.files ?? []
    throwProblems({ text: !sent && text.trim() === '' ? `Paste the ${TEXT_OF[what]}, or choose its file.` : undefined })
    const read = await readOrder(slug, customer.value, { file: sent, text, columns: chosen.current })
    if (read.options.length > 0) setOptions(read.options)
    else onRead(read)
  })
  const read = (by: Columns | undefined = columns) => {
    chosen.current = by
    setColumns(by)
    void submit()
  }
  const errors = fieldError('text') ?? fieldError('file')
  return (
    <>
      <Textarea
        ref={field}
        label={`Paste the ${TEXT_OF[what]}`}
        description="As it came by mail, or from a spreadsheet: codes, quantities and the prices that they expect."
        autosize
        minRows={4}
        maxRows={14}
        spellCheck={false}
        value={text}
        error={errors}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setOptions([])
          setColumns(undefined)
        }}
      />
      <Text component="label" size="sm" display="block" mt="sm">
        Or its file{' '}
        <Text span size="xs" c="dimmed">
          Text, CSV, Excel, or UBL (XML)
        </Text>
        <br />
        <input
          ref={file}
          type="file"
          accept=".csv,.txt,.tsv,.xlsx,.xlsm,.xml,text/csv,text/plain,text/xml,application/xml"
        />
      </Text>
      <Problem error={problem()} />
      {options.length > 0 && (
        <Alert mt="sm" color="yellow" title="Which is the quantity?">
          {options.map((option) => (
            <Group key={`${option.code} ${option.qty}`} gap="sm" mt="xs">
              <Button size="xs" variant="default" onClick={() => read({ code: option.code, qty: option.qty })}>
                {option.name}
              </Button>
              <Text size="sm">{option.rows.map(({ sku, quantity }) => `${quantity} of ${sku}`).join(', ')}</Text>
            </Group>
          ))}
        </Alert>
      )}
      <Group mt="md" gap="sm">
        <Button variant="default" loading={pending} onClick={() => read()}>
          Compare
        </Button>
        {children}
      </Group>
    </>
  )
}

type ComparisonProps = Pick<PanelProps, 'customer' | 'what'> & {
  order: PurchaseOrder
  onTake: (lines: DraftLine[], answer: string) => void
  children: ReactNode
}

function Comparison({ customer, what, order, onTake, children }: ComparisonProps) {
  const { slug, currency, can, reasonNot } = useWorkspace()
  const [lines, setLines] = useState(() => order.lines.map(toDecide))
  const [leftOut, setLeftOut] = useState<string[]>([])
  const {
    data: checked = new Map<number, Checked>(),
    error,
    isPlaceholderData,
    isFetching,
  } = useQuery(checkQuery(slug, customer.value, lines, currency))
  const questions = lines.map((line, at) => openQuestion(line, checked.get(at), currency))
  const open = questions.filter((question) => question !== null).length
  const asked = lines.flatMap((line, at) => (isAsked(line, checked.get(at)) || questions[at] !== null ? at : []))
  const asWritten = lines.filter((_, at) => !asked.includes(at))
  const differing = asked.filter((at) => checked.get(at)?.difference?.unit)
  const change = (at: number, changes: Partial<OrderedLine>) =>
    setLines((present) => present.map((line, i) => (i === at ? { ...line, ...changes } : line)))
  const decideAll = (decision: Decision) =>
    setLines((present) => present.map((line, i) => (differing.includes(i) ? { ...line, decision } : line)))
  const save = useSaving(customer, lines, checked)
  const { submit, pending, problem } = useSubmit(async () => {
    await save()
    const taken = lines.map((line, at) => [line, checked.get(at)!] as const)
    const { poNumber } = order
    onTake(
      taken.map(([line, found]) => draftLine(line, found, { currency, what, poNumber })),
      answerInWords({ poNumber, currency, taken, leftOut }),
    )
  })
  const isComing = isFetching && isPlaceholderData
  const reason =
    reasonNot(`${what}s`) ||
    (lines.length === 0 && 'Every line is left out.') ||
    (isComing && 'The prices are being looked up.')
  const undecided = open > 0 && `${counted(open, 'line')} ${open === 1 ? 'is' : 'are'} to be decided.`
  return (
    <>
      {order.remarks.map((remark) => (
        <Text key={remark} size="sm">
          {remark}
        </Text>
      ))}
      {order.otherSheets.length > 0 && (
        <Text size="sm">Only the first sheet was read. Left out: {order.otherSheets.join(', ')}.</Text>
      )}
      <Problem error={error} />
      {differing.length > 1 && (
        <Group gap="xs" my="sm">
          <Text size="sm" className={styles.all}>
            {counted(differing.length, 'price')} differ:
          </Text>
          <GuardedButton
            size="xs"
            variant="default"
            reason={reasonNot('pricesByHand')}
            onClick={() => decideAll('theirs')}
          >
            Use theirs for all
          </GuardedButton>
          <Button size="xs" variant="default" onClick={() => decideAll('ours')}>
            Ours for all
          </Button>
        </Group>
      )}
      <ul className={styles.lines} aria-label="To decide">
        {asked.map((at) => (
          <PurchaseOrderLine
            key={`${lines[at]!.read.row} ${lines[at]!.read.code}`}
            line={lines[at]!}
            checked={checked.get(at)}
            what={what}
            customer={customer.label}
            onChange={(changes) => change(at, changes)}
            onLeaveOut={() => {
              const { read, sku, quantity } = lines[at]!
              setLeftOut([...leftOut, [quantity, sku ?? read.code].filter(Boolean).join(' × ')])
              setLines(lines.filter((_, i) => i !== at))
            }}
          />
        ))}
      </ul>
      {asWritten.length > 0 && (
        <details>
          <summary>{counted(asWritten.length, 'line')} as written</summary>
          <ul>
            {asWritten.map(({ read, sku, quantity }) => (
              <li key={`${read.row} ${sku}`}>
                {quantity} × {sku}
                {read.expected?.unit != null && `, ${formatMoney(read.expected.unit, currency)}`}
              </li>
            ))}
          </ul>
        </details>
      )}
      {order.leftOut.length > 0 && (
        <details>
          <summary>{counted(order.leftOut.length, 'row')} not read as lines</summary>
          <ul>
            {order.leftOut.slice(0, 100).map(({ row, text }) => (
              <li key={row}>
                Row {row}: {text}
              </li>
            ))}
          </ul>
        </details>
      )}
      <Problem error={problem()} />
      <Text size="sm" mt="sm" role="status">
        {undecided || effectInWords(lines, checked, { customer: customer.label, mayChange: can('customers') })}
      </Text>
      <Group mt="xs" gap="sm">
        <GuardedButton reason={reason || undecided} loading={pending} onClick={() => void submit()}>
          Take {counted(lines.length, 'line')}
        </GuardedButton>
        {children}
      </Group>
    </>
  )
}

/** What taking the lines saves besides. */
function effectInWords(
  lines: readonly OrderedLine[],
  checked: ReadonlyMap<number, Checked>,
  { customer, mayChange }: { customer: string; mayChange: boolean },
): string {
  const agreed = lines.filter(({ decision }, at) => decision === 'agree' && checked.get(at)?.difference?.unit).length
  const codes = lines.filter((line, at) => codeToSave(line, checked.get(at), mayChange) !== null).length
  const saved = [agreed > 0 && counted(agreed, 'agreed price'), codes > 0 && counted(codes, 'part number')].filter(
    Boolean,
  )
  return saved.length === 0 ? '' : `${saved.join(' and ')} of ${customer} will be saved with it.`
}

/** Saves what was agreed and which products codes mean. What is saved already is left, where a later one fails. */
function useSaving(customer: Choice, lines: readonly OrderedLine[], checked: ReadonlyMap<number, Checked>) {
  const { slug, currency, timezone, can } = useWorkspace()
  const queryClient = useQueryClient()
  const done = useRef(new Set<string>())
  const params = { path: { slug, id: customer.value } }
  return async () => {
    const codes = lines.flatMap((line, at) => {
      const code = codeToSave(line, checked.get(at), can('customers'))
      return code === null ? [] : [{ sku: line.sku!, code }]
    })
    const agreed = lines.flatMap((line, at) => {
      const found = checked.get(at)
      return line.decision === 'agree' && found?.difference?.unit ? [{ line, found }] : []
    })
    try {
      for (let from = 0; from < codes.length; from += 100) {
        const body = { codes: codes.slice(from, from + 100) }
        await api.PUT('/app-api/console/{slug}/customers/{id}/codes', { params, body })
      }
      // The day of the workspace, as ISO.
      const startsOn = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(new Date())
      for (const { line, found } of agreed) {
        const [sku, unit] = [line.sku!, expectedUnit(line, currency)!]
        if (done.current.has(`${sku} ${unit}`)) continue
        const body = { sku, unit, minQty: found.minQty, startsOn, endsOn: null, endPrevious: true }
        await api.POST('/app-api/console/{slug}/customers/{id}/agreed-prices', { params, body })
        done.current.add(`${sku} ${unit}`)
      }
    } finally {
      if (codes.length + agreed.length > 0) {
        await queryClient.invalidateQueries({ queryKey: customersKey(slug) })
        await refreshOrders(queryClient, slug)
      }
    }
    if (agreed.length > 0)
      notify(`${counted(agreed.length, 'price')} ${agreed.length === 1 ? 'is' : 'are'} agreed with ${customer.label}.`)
  }
}
