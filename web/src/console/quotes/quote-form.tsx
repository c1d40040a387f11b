import { Button, Group, Select, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ORDER_LIMITS } from '../../../../server/src/shared/limits.ts'
import { isLowPrice, unitByRules } from '../../../../server/src/shared/price-by-hand.ts'
import { WHOLE_BP } from '../../../../server/src/shared/read-price.ts'
import { reprice } from '../../../../server/src/shared/reprice.ts'
import { taxOn } from '../../../../server/src/shared/tax.ts'
import { ConfirmDialog, LeaveGuard } from '../../shared/form-dialog.tsx'
import { DateInput } from '../../shared/date-input.tsx'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { formatMoney, moneyText } from '../../shared/money.tsx'
import { usePaletteActions } from '../../shared/palette.tsx'
import { parsePercent } from '../../shared/money.ts'
import { notify } from '../../shared/toasts.tsx'
import { showWrongField } from '../../shared/show-wrong-field.ts'
import { throwProblems, useSubmit } from '../../shared/form.tsx'
import { ChangedByOthers } from '../changed-by-others.tsx'
import { LineEntry } from '../orders/line-entry.tsx'
import type { PricedOrderLine } from '../orders/order-queries.ts'
import { NextStep, usePricedOrder } from '../orders/order-summary.tsx'
import styles from '../orders/place-order.module.css'
import { roundings } from '../price-changes/repricing-fields.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { QuoteFacts } from './quote-facts.tsx'
import { notOwnQuote } from '../../../../server/src/shared/rights.ts'
import { QuoteLines } from './quote-lines.tsx'
import type { QuoteForStaff } from './quote-queries.ts'
import { changesSince, unitOf, useQuoteDraft } from './use-quote-draft.ts'
import type { QuoteLineDraft } from './use-quote-draft.ts'

/** Prices a quote that waits for it, beside the prices of today, and sends it. */
export function QuoteForm({ quote }: { quote: QuoteForStaff }) {
  const { currency, me, reasonNot } = useWorkspace()
  const draft = useQuoteDraft(quote)
  const { lines, change } = draft
  const [isAsked, setAsked] = useState(false)
  const customer = { value: quote.customer.id, label: quote.customer.name }
  const { pricedOrder, pricedLines, pricingError } = usePricedOrder({ customer, lines })
  const setLines = (next: QuoteLineDraft[]) => change({ lines: next })
  const saving = useSubmit(async () => {
    await draft.save()
    notify(`Quote ${quote.number} was saved.`)
  })
  const low = lines.filter((line) => isLow(line, pricedLines.get(line.sku), currency))
  const send = async (lowPrices: boolean) => {
    throwProblems({
      ...Object.fromEntries(lines.map((line) => [`price ${line.sku}`, missing(line.price)])),
      validUntil: draft.validUntil.trim() === '' ? 'Write the last day on which it can be ordered.' : undefined,
    })
    if (low.length > 0 && !lowPrices) return setAsked(true)
    await draft.send(lowPrices)
    notify(`Quote ${quote.number} is sent.`)
  }
  const sending = useSubmit(() => send(false))
  const fieldError = (path: string) => sending.fieldError(path) ?? saving.fieldError(path)
  const reason =
    reasonNot('quotes') ?? notOwnQuote(me, quote) ?? (draft.isBehind ? 'Somebody else changed it: decide above.' : null)
  // A complaint holds as long as what it is about stays as it was sent.
  const [tried, setTried] = useState({ lines, validUntil: '' })
  const submit = (how = sending) => {
    setTried(draft)
    void how.submit().then(showWrongField)
  }
  usePaletteActions([
    { id: 'send-quote', label: 'Send quote', group: 'On this page', disabledReason: reason, run: () => submit() },
  ])
  const sum = lines.reduce((total, line) => total + (unitOf(line, currency) ?? 0) * line.qty, 0)
  const rate = pricedOrder?.taxRateBp ?? null
  const complaints = tried.lines.map(({ sku }, at) => errorOf(fieldError, sku, at))
  const errors = new Map(lines.map((line) => [line.sku, complaints[tried.lines.indexOf(line)]]))
  const dayError = fieldError('validUntil')
  return (
    <>
      <LeaveGuard when={draft.isDirty} />
      {draft.isBehind && (
        <ChangedByOthers
          what="quote"
          lines={changesSince(draft.base, quote)}
          onKeepMine={draft.keepMine}
          onTakeTheirs={draft.discard}
        />
      )}
      <div className={styles.columns}>
        <div>
          <TakeOff lines={lines} pricedLines={pricedLines} onChange={setLines} />
          <QuoteLines {...{ lines, pricedLines, errors }} onChange={setLines} />
          <LineEntry
            customer={customer}
            present={lines.map(({ sku }) => sku)}
            onAdd={({ sku, qty }) => setLines(withAdded(lines, sku, qty))}
          />
        </div>
        <section aria-label="Summary" className={styles.summary}>
          <QuoteFacts quote={quote} />
          <DateInput
            label="Valid until"
            description="Through the end of that day."
            value={draft.validUntil}
            onChange={(validUntil) => change({ validUntil })}
            error={tried.validUntil === draft.validUntil ? dayError : undefined}
            required
          />
          <Textarea
            label="A word to the buyer"
            value={draft.message}
            onChange={(event) => change({ message: event.currentTarget.value })}
            error={fieldError('message')}
            maxLength={ORDER_LIMITS.note}
            autosize
            minRows={1}
          />
          <NextStep
            totals={sum > 0 ? { subtotal: sum, ...taxOn(sum, rate), terms: pricedOrder?.terms ?? null } : undefined}
            error={pricingError ?? sending.problem() ?? saving.problem()}
          >
            <GuardedButton reason={reason} loading={sending.pending} onClick={() => submit()}>
              Send quote
            </GuardedButton>
            <GuardedButton
              reason={reason ?? (draft.isDirty ? null : 'It is saved.')}
              variant="default"
              loading={saving.pending}
              onClick={() => submit(saving)}
            >
              Save
            </GuardedButton>
          </NextStep>
        </section>
      </div>
      {isAsked && (
        <ConfirmDialog
          onClose={() => setAsked(false)}
          title="Send quote with low prices?"
          effect={
            <>
              <Text>These prices are 30% or more below those of today:</Text>
              <ul>
                {low.map((line) => (
                  <li key={line.sku}>
                    {line.sku}: {formatMoney(unitOf(line, currency), currency)} instead of{' '}
                    {formatMoney(byRules(pricedLines.get(line.sku)), currency)}
                  </li>
                ))}
              </ul>
            </>
          }
          confirmLabel="Send quote at these prices"
          onConfirm={() => send(true)}
        />
      )}
    </>
  )
}

function missing(price: string): string | undefined {
  return price.trim() === '' ? 'Write the price of one.' : undefined
}

/** What is wrong with a line: its price, by its SKU or as the service names it. */
function errorOf(fieldError: (path: string) => string | undefined, sku: string, at: number) {
  return [`price ${sku}`, `lines.${at}.unit`, `lines.${at}.qty`, `lines.${at}`].map(fieldError).find(Boolean)
}

function byRules(priced: PricedOrderLine | undefined): number | null {
  return priced ? unitByRules(priced.candidates) : null
}

function isLow(line: QuoteLineDraft, priced: PricedOrderLine | undefined, currency: string): boolean {
  const unit = unitOf(line, currency)
  return unit !== null && isLowPrice(unit, byRules(priced))
}

/** Adds to the line of that SKU where there is one. */
function withAdded(lines: QuoteLineDraft[], sku: string, qty: number): QuoteLineDraft[] {
  if (lines.some((line) => line.sku === sku)) {
    return lines.map((line) => (line.sku === sku ? { ...line, qty: line.qty + qty } : line))
  }
  return [...lines, { sku, qty, name: sku, unitLabel: '', price: '', orMore: false }]
}

type TakeOffProps = {
  lines: QuoteLineDraft[]
  pricedLines: ReadonlyMap<string, PricedOrderLine>
  onChange: (lines: QuoteLineDraft[]) => void
}

/** Prices all lines at once: those of today, less a share, rounded. */
function TakeOff({ lines, pricedLines, onChange }: TakeOffProps) {
  const { currency } = useWorkspace()
  const [text, setText] = useState('')
  const [round, setRound] = useState<string | null>(null)
  const { value, problem } = parsePercent(text, { min: 0, max: WHOLE_BP })
  const take = () => {
    if (problem !== undefined) return
    const [step, ending] = (round ?? '1 0').split(' ').map(Number)
    const how = { changeBp: -(value ?? 0), round: { step: step!, ...(ending! > 0 && { ending: ending! }) } }
    onChange(
      lines.map((line) => {
        const today = byRules(pricedLines.get(line.sku))
        const unit = today === null ? null : reprice(today, how)
        return unit === null ? line : { ...line, price: moneyText(unit, currency) }
      }),
    )
  }
  return (
    <Group align="flex-end" gap="sm" mb="md">
      <TextInput
        label="Take off all"
        w="8rem"
        inputMode="decimal"
        autoComplete="off"
        rightSection={<span aria-hidden>%</span>}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && take()}
        error={problem}
      />
      <Select
        label="Round to"
        w="10rem"
        placeholder="No rounding"
        data={roundings(currency)}
        value={round}
        onChange={setRound}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear Round to' }}
      />
      <Button variant="default" onClick={take} disabled={problem !== undefined}>
        Price all lines
      </Button>
    </Group>
  )
}
