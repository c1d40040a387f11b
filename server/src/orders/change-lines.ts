import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import type { OrderChanges } from '../database/column-values.ts'
import { inTransaction } from '../database/transaction.ts'
import { Conflict, InvalidInput, InvalidRequest, NotFound } from '../errors.ts'
import { ORDER_LIMITS } from '../shared/limits.ts'
import { CHANGEABLE, ORDER_STEPS, listInWords, statusInWords } from '../shared/order-steps.ts'
import { moneyOf } from '../workspaces/money-of.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { mailChange } from './mail-buyers.ts'
import type { OrderStep, OrderWithLines } from './order-rows.ts'
import { orderToMove, writeStep } from './order-step.ts'
import { isPricedToday } from './line-change.ts'
import type { LineChange } from './line-change.ts'
import { planChange } from './plan-changes.ts'
import type { PlannedChange } from './plan-changes.ts'
import { priceToday } from './price-today.ts'
import { readOrder } from './read-order.ts'
import { writeChangedLines } from './write-changed-lines.ts'

export type ChangeOfLines = {
  id: string
  /** How many entries the history had that was shown: with another number, somebody else was there meanwhile. */
  seen: number
  lines: readonly LineChange[]
}

/** Entries of a change that the activity keeps. The history of the order has all. */
const MOST_RECORDED = 50

/**
 * Changes, adds, removes and re-prices lines of an order that is new or confirmed, all or none. Lines that are not
 * named stay as they are. The history keeps what was changed, and buyers are mailed. Of two concurrent calls, the second
 * is refused. Throws NotFound; Conflict if the order was changed or moved since it was shown, or a line was shown at
 * another price; InvalidRequest if the order has moved on, or nothing would change; InvalidInput with what is wrong with
 * each line.
 */
export async function changeLines(context: WorkspaceContext, { id, seen, lines }: ChangeOfLines): Promise<void> {
  await inTransaction(context, async (trx) => {
    const locked = await orderToMove(trx, id, 'locked')
    const order = await readOrder(trx, id)
    requireSeen(order, seen)
    const today = await priceToday(trx, order, lines.filter(isPricedToday))
    const plan = planChange(order, lines, { today, at: trx.clock() })
    refuseProblems(plan)
    await refuseOtherPrices(trx, plan)
    requireChange(order, plan.changes)

    await writeChangedLines(trx, order, plan)
    const mails = await mailChange(trx, { ...locked, currency: order.currency, changes: plan.changes })
    await writeStep(trx, id, { status: order.status, mails, changes: plan.changes })
    await recordActivity(trx, {
      action: 'order.change_lines',
      subject: { type: 'order', id, label: String(order.number) },
      changes: inShort(plan.changes),
    })
  })
}

/** What `changeLines` would make of the order, with the prices of today of all named lines. Throws as it does. */
export async function previewChange(
  context: WorkspaceContext,
  { id, seen, lines }: ChangeOfLines,
): Promise<PlannedChange> {
  const order = await readOrder(context, id)
  requireSeen(order, seen)
  const today = await priceToday(
    context,
    order,
    lines.filter(({ qty }) => qty > 0),
  ).catch((error: unknown) => {
    // Without prices, lines can still be changed that keep theirs.
    const isNoPrice = error instanceof InvalidRequest || error instanceof NotFound
    if (!isNoPrice || lines.some(isPricedToday)) throw error
    return new Map()
  })
  return planChange(order, lines, { today, at: context.clock() })
}

function requireSeen({ number, status, history }: OrderWithLines, seen: number): void {
  const missed = history.slice(seen)
  if (missed.length > 0 || history.length < seen) {
    throw new Conflict(`Order ${number} is not as it was shown. ${missed.map(inWords).join(' ')}`.trim())
  }
  if (CHANGEABLE.includes(status)) return
  const allowed = listInWords(CHANGEABLE, 'disjunction')
  throw new InvalidRequest(`The order is ${statusInWords(status)}: lines can only be changed while it is ${allowed}.`)
}

/** Lines that a message names. */
const MOST_NAMED = 5

function inWords({ status, by, changes }: OrderStep): string {
  if (changes === null) return `${by.name} has ${ORDER_STEPS[status].done} it.`
  const named = changes.lines.slice(0, MOST_NAMED).map(({ sku, from, to, isPricedAgain }) => {
    if (from === null) return `added ${to!.qty} of ${sku}`
    if (to === null) return `removed ${sku}`
    if (from.qty === to.qty && isPricedAgain) return `priced ${sku} again`
    return `changed ${sku} from ${from.qty} to ${to.qty}`
  })
  const rest = changes.lines.length - named.length
  return `${by.name} has ${listInWords([...named, ...(rest > 0 ? [`changed ${rest} more lines`] : [])], 'conjunction')}.`
}

function refuseProblems({ lines, problem }: PlannedChange): void {
  const issues = lines.flatMap((line, i) =>
    line.problem === null ? [] : [{ path: `lines.${i}`, message: line.problem }],
  )
  if (problem !== null && issues.length === 0) issues.push({ path: 'lines', message: problem })
  if (issues.length > 0) throw new InvalidInput(issues)
}

async function refuseOtherPrices(context: WorkspaceContext, { lines }: PlannedChange): Promise<void> {
  const money = moneyOf(await readWorkspace(context, context.workspaceId))
  const issues = lines.flatMap(({ asked: { unit }, after }, i) => {
    if (unit === undefined || !after || unit === after.price.unit) return []
    const message = `"${after.sku}" costs ${money(after.price.unit!)} now, and was shown at ${money(unit)}.`
    return [{ path: `lines.${i}`, message }]
  })
  if (issues.length > 0) throw new Conflict('Prices have changed since they were shown.', issues)
}

function requireChange({ history }: OrderWithLines, { lines }: OrderChanges): void {
  if (lines.length === 0) throw new InvalidRequest('Nothing would change: the lines are like that already.')
  const kept = history.reduce((sum, { changes }) => sum + (changes?.lines.length ?? 0), 0)
  if (kept + lines.length > ORDER_LIMITS.changedLines) {
    throw new InvalidRequest('The history of this order is full: cancel it, and place a new order instead.')
  }
}

/** The activity tells quantities and prices apart. */
function inShort({ lines, subtotal }: OrderChanges) {
  const named = lines.slice(0, MOST_RECORDED)
  const differences = (value: 'qty' | 'unit') =>
    named.flatMap(({ sku, from, to }) => {
      const [before, after] = [from?.[value] ?? null, to?.[value] ?? null]
      return before === after ? [] : [{ sku, from: before, to: after }]
    })
  const [quantity, unit] = [
    differences('qty'),
    differences('unit').filter(({ from, to }) => from !== null && to !== null),
  ]
  return {
    lineCount: lines.length,
    ...(quantity.length > 0 && { quantity }),
    ...(unit.length > 0 && { unit }),
    subtotal,
  }
}
