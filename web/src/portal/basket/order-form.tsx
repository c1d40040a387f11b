import { Alert, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiError } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { CreditNotice, Totals } from '../../shared/order-parts.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { showWrongField } from '../../shared/show-wrong-field.ts'
import { FieldProblems, useSubmit } from '../../shared/form.tsx'
import { usePortal } from '../portal-context.tsx'
import { useSessionValue } from '../use-session-value.ts'
import styles from './order-form.module.css'
import { BasketLines, showChangedLine } from './basket-lines.tsx'
import type { Basket } from './basket-queries.ts'
import { useBasketSave } from './basket-queries.ts'
import { OrderFields, useReadTexts } from './order-fields.tsx'
import type { OrderTexts } from './order-fields.tsx'
import { deadlineInWords, startInWords } from '../../../../server/src/shared/moment-in-words.ts'
import { shortfallInWords } from '../../../../server/src/shared/minimum-order.ts'

type Line = Basket['lines'][number]

/** How the order goes on: `submit` places it as it is shown. `ask` hands it to the colleagues instead. */
export type Placing = {
  submit: () => void
  pending: boolean
  ask: { submit: () => void; pending: boolean }
  label: string
  reason: string | null
  /** What went wrong, apart from the fields. */
  problem: unknown
}

const LABELS = {
  Place: {
    same: 'Place order',
    changed: 'Place at the new prices',
    wrongLines: 'First change or remove the lines that cannot be ordered.',
  },
  Approve: {
    same: 'Approve',
    changed: 'Approve new prices',
    wrongLines: 'Lines cannot be ordered as they are: send the basket back.',
  },
}

type OrderFormProps = {
  basket: Basket
  /** Whether the lines stay as they are. */
  isFixed?: boolean
  place: (body: components['schemas']['PlaceBasket']) => Promise<unknown>
  /** Asks colleagues for approval. */
  ask?: () => Promise<unknown>
  /** The basket after all that was typed is saved. */
  saved?: () => Promise<Basket>
  /** The basket or a price is not as it was shown: it is to be shown anew. */
  onStale: () => Promise<unknown>
  /** What placing it is called. */
  verb?: keyof typeof LABELS
  /** Whether number and note can be written. */
  canWrite?: boolean
  /** Keeps number and note. */
  keep?: (texts: OrderTexts) => Promise<unknown>
  actions: (placing: Placing) => ReactNode
}

/** The lines of a basket, what goes with the order, and the buttons. */
export function OrderForm({
  basket,
  isFixed = false,
  verb = 'Place',
  canWrite = true,
  place,
  ask,
  saved = async () => basket,
  onStale,
  keep,
  actions,
}: OrderFormProps) {
  const { currency, taxLabel } = usePortal()
  const [poNumber, setPoNumber] = useSessionValue(`po-number ${basket.token}`, basket.poNumber ?? '')
  const [note, setNote] = useSessionValue(`note ${basket.token}`, basket.note ?? '')
  const [deliverTo, setDeliverTo] = useSessionValue(`deliver-to ${basket.token}`, basket.deliverTo)
  const [wantedOn, setWantedOn] = useSessionValue(`wanted-on ${basket.token}`, basket.wantedOn ?? '')
  const typed: OrderTexts = { poNumber, note, deliverTo, wantedOn }
  const isTyped =
    poNumber.trim() !== (basket.poNumber ?? '') ||
    note.trim() !== (basket.note ?? '') ||
    deliverTo !== basket.deliverTo ||
    wantedOn.trim() !== (basket.wantedOn ?? '')
  const texts = useBasketSave(keep && isTyped ? JSON.stringify(typed) : null, async (saving) =>
    keep?.(JSON.parse(saving)),
  )
  const readTexts = useReadTexts()
  const asking = useSubmit(async () => {
    readTexts(typed)
    await ask?.()
  })
  const order = useSubmit(async () => {
    const body = readTexts(typed)
    const { token, lines } = await saved()
    // At the prices that were shown: another quantity may have another one.
    const shown = new Map(basket.lines.map(({ productId, price }) => [productId, price?.unit]))
    await place({
      token: token ?? '',
      lines: lines.map(({ productId, qty }) => ({ productId, qty, unit: shown.get(productId) ?? 0 })),
      ...body,
    }).catch(async (error: unknown) => {
      // A price, or the limit, is not what the page shows.
      if (error instanceof ApiError && (error.status === 409 || error.status === 403)) await onStale()
      throw atLines(error, lines)
    })
  })
  const submits = [order, asking, texts]
  const fieldError = (path: string) => submits.map((one) => one.fieldError(path)).find((said) => said !== undefined)
  const wantedProblem = wantedOn.trim() === basket.wantedOn ? (basket.wantedProblem ?? undefined) : undefined
  const errors = {
    poNumber: fieldError('poNumber'),
    note: fieldError('note'),
    deliverTo: fieldError('deliverTo'),
    wantedOn: fieldError('wantedOn') ?? wantedProblem,
  }
  const refused = basket.lines.some((line) => order.fieldError(nameOf(line)))
  const cannot = basket.lines.some(({ problem }) => problem !== null)
  const minimum = basket.shortfall && shortfallInWords(basket.shortfall, (minor) => formatMoney(minor, currency))
  const isOverCredit = basket.creditHold !== null && basket.creditPolicy === 'refuse'
  return (
    <>
      <Rises basket={basket} />
      <div className={styles.form}>
        <div>
          {basket.isChanged && (
            <Alert color="yellow" mb="md" title="Prices have changed">
              Look at the lines that are marked. The order will have the new prices.{' '}
              <Button variant="default" size="compact-sm" onClick={showChangedLine}>
                Show the first
              </Button>
            </Alert>
          )}
          <BasketLines basket={basket} problemOf={(line) => order.fieldError(nameOf(line))} isFixed={isFixed} />
        </div>
        <section aria-label="Summary" className={styles.summary}>
          <Totals totals={basket} currency={currency} taxLabel={taxLabel} />
          <OrderFields
            order={basket}
            texts={typed}
            onChange={(change) => {
              if (change.poNumber !== undefined) setPoNumber(change.poNumber)
              if (change.note !== undefined) setNote(change.note)
              if (change.deliverTo !== undefined) setDeliverTo(change.deliverTo)
              if (change.wantedOn !== undefined) setWantedOn(change.wantedOn)
            }}
            onKeep={() => void texts.submit()}
            readOnly={!canWrite}
            errors={errors}
          />
          {basket.shortfall && (
            <Alert title={minimum}>Your wholesaler takes orders from that value on, before tax.</Alert>
          )}
          {basket.creditHold && (
            <CreditNotice hold={basket.creditHold} currency={currency} title="This order passes your credit limit">
              {isOverCredit
                ? 'It cannot be placed: order less, or ask your wholesaler.'
                : 'Once it is placed, it waits until your wholesaler confirms it.'}
            </CreditNotice>
          )}
          {actions({
            submit: () => void order.submit().then(showWrongField),
            pending: order.pending,
            ask: { submit: () => void asking.submit().then(showWrongField), pending: asking.pending },
            label: LABELS[verb][basket.isChanged ? 'changed' : 'same'],
            reason: cannot
              ? LABELS[verb].wrongLines
              : isOverCredit
                ? 'It passes your credit limit: order less, or ask your wholesaler.'
                : minimum,
            problem: refused ? 'Look at the lines that are marked.' : submits.map((one) => one.problem()).find(Boolean),
          })}
        </section>
      </div>
    </>
  )
}

/** Until when the basket can be ordered at the present prices, and what it costs more afterwards. */
function Rises({ basket: { rises } }: { basket: Basket }) {
  const { currency, timezone } = usePortal()
  if (!rises) return null
  const from = new Date(rises.from)
  const lines = rises.lines === 1 ? '1 line costs' : `${rises.lines.toLocaleString('en')} lines cost`
  const when = rises.isTogether
    ? `from ${startInWords(from, timezone)} on`
    : `once all of them have risen, the first from ${startInWords(from, timezone)} on`
  return (
    <Alert mb="md" title={`Order ${deadlineInWords(from, timezone)}`}>
      {lines} {formatMoney(rises.more, currency)} more {when}.
    </Alert>
  )
}

/** A refused line, until it is changed or removed. */
function nameOf({ productId, qty }: Line): string {
  return `line ${productId} ${qty}`
}

/** Names each line that was refused by itself: its position may be that of another one soon. */
function atLines(error: unknown, lines: readonly Line[]): unknown {
  if (!(error instanceof ApiError)) return error
  const named = error.issues.flatMap(({ path, message }) => {
    const line = lines[Number(/^lines\.(\d+)$/.exec(path)?.[1])]
    return line ? [[nameOf(line), message]] : []
  })
  const isAllNamed = named.length > 0 && named.length === error.issues.length
  return isAllNamed ? new FieldProblems(Object.fromEntries(named)) : error
}
