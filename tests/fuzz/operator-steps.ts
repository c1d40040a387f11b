import fc from 'fast-check'
import type { Context } from '../../server/src/context.ts'
import { DomainError, OperatorError } from '../../server/src/errors.ts'
import { runOperation } from '../../server/src/ops/all-operations.ts'
import type { OperationName } from '../../server/src/ops/all-operations.ts'
import { CODES, EMAILS, NAMES, SKUS, placeholder } from './known-values.ts'
import type { KnownValues } from './known-values.ts'

/** Something that the operator does between the calls. */
export type OperatorStep = { operation: OperationName; input: Record<string, unknown> }

const sku = fc.constantFrom(...SKUS)
const name = fc.constantFrom(...NAMES)
const customer = fc.oneof(fc.constantFrom(...CODES), idOf('customer'))
const qty = fc.constantFrom(1, 2, 999, 1_000_000)
const digits = qty.map(String)
/** Asked first, where prices move, or done at once. */
const yes = fc.constantFrom(true, undefined)
const moment = fc.constantFrom('2026-03-01', '2026-03-02T09:30:00Z', '2026-03-20T00:00:00+14:00', '9999-12-31')

export const operatorSteps: fc.Arbitrary<OperatorStep> = fc.oneof(
  step('product create', { sku, name, unitLabel: fc.constant('each') }),
  step('product update', { sku, active: fc.constantFrom('true', 'false'), minOrderQty: digits }),
  step('product update', { sku, visibility: fc.constant('all'), yes, clear: fc.constant(['lead-time-note', 'image']) }),
  step('product delete', { sku }),
  step('brand rename', { name, to: name }),
  step('brand merge', { name, to: name, yes }),
  step('category rename', { name, to: name }),
  step('category merge', { name, to: name, yes }),
  step('customer delete', { customer }),
  step('buyer invite', { customer, name, email: fc.constantFrom(...EMAILS) }),
  step('buyer disable', { id: idOf('buyer') }),
  step('buyer enable', { id: idOf('buyer') }),
  step('discount set', {
    customer,
    on: fc.oneof(fc.record({ brand: name }), fc.record({ category: name }), fc.constant({ all: true })),
    discountBp: fc.constantFrom('1', '3333', '10000'),
  }),
  step('discount remove', { id: idOf('discount'), yes }),
  step('agreed-price set', {
    customer,
    sku,
    unit: fc.constantFrom('0', '1', '1000000000'),
    minQty: digits,
    startsAt: fc.option(moment),
    endsAt: fc.option(moment),
  }),
  step('agreed-price remove', { id: idOf('agreedPrice') }),
  step('price-change publish', { id: idOf('priceChange') }),
  step('price-change schedule', { id: idOf('priceChange'), at: fc.constant('2026-04-01T00:00:00Z') }),
  step('price-change cancel', { id: idOf('priceChange') }),
  step('price-change discard', { id: idOf('priceChange') }),
  step('order place', {
    customer,
    lines: fc.array(fc.record({ sku, qty }), { minLength: 1, maxLength: 4 }),
    buyer: fc.option(fc.constantFrom(...EMAILS), { nil: undefined }),
    poNumber: fc.constantFrom('PO-1', undefined),
  }),
)

/** What there has to be for many other steps. */
export const OPENING: OperatorStep[] = [
  { operation: 'buyer invite', input: { customer: 'QUAY', name: 'Bo', email: EMAILS[0] } },
  { operation: 'discount set', input: { customer: 'QUAY', on: { brand: 'Hollin' }, discountBp: '1250' } },
  { operation: 'agreed-price set', input: { customer: 'CASTLE01', sku: '16-07', unit: '5' } },
  { operation: 'order place', input: { customer: 'QUAY', lines: [{ sku: 'PLATE', qty: 2 }] } },
  { operation: 'order place', input: { customer: 'CASTLE01', lines: [{ sku: '16-07', qty: 1_000_000 }] } },
]

/** What an operation makes, by which later steps can name it. */
const MAKES: Partial<Record<OperationName, string>> = {
  'buyer invite': 'buyer',
  'discount set': 'discount',
  'agreed-price set': 'agreedPrice',
  'order place': 'order',
}

/** Does it; the operator may be refused, and nothing else may go wrong. */
export async function operate(
  context: Context,
  workspaceId: string,
  known: KnownValues,
  { operation, input }: OperatorStep,
): Promise<void> {
  const filled = JSON.parse(known.fill(JSON.stringify({ ...input, workspaceId }))) as never
  try {
    const result = (await runOperation(context, operation, filled)) as { id?: string } | undefined
    const kind = MAKES[operation]
    if (kind && result?.id) known.learn(kind, result.id)
  } catch (error) {
    if (!(error instanceof DomainError || error instanceof OperatorError)) throw error
  }
}

function step(operation: OperationName, input: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<OperatorStep> {
  return fc.record({ operation: fc.constant(operation), input: fc.record(input) })
}

function idOf(kind: string): fc.Arbitrary<string> {
  return fc.nat(3).map((index) => placeholder(kind, index))
}
