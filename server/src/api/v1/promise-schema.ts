import { z } from 'zod'
import { amount, list, wholeNumber } from '../../http/input.ts'
import { MAX_PRICE, MAX_QTY, PROMISE_LIMITS } from '../../rules/limits.ts'
import { anyText, reference, text } from '../../text-input.ts'

const MAX_ROWS = 100
const MAX_TOTAL = 1_000_000_000_000

const until = z.iso
  .datetime({ offset: true, error: 'Must be a time such as 2027-07-01T00:00:00Z, with its offset from UTC.' })
  .transform((time) => new Date(time))
  .refine(
    (at) => at.getUTCFullYear() >= 1970 && at.getUTCFullYear() <= 9999,
    'Must be in one of the years 1970 to 9999.',
  )
  .meta({ type: 'string', format: 'date-time' })

const AN_OBJECT = { error: 'Must be an object.' }

const Line = z.object(
  {
    sku: reference().describe('A stock code (SKU), ignoring case.'),
    qty: wholeNumber(1, MAX_QTY).default(1).describe('The quantity that the price is for. Default: 1.'),
    unit: amount(MAX_PRICE)
      .nullish()
      .describe('The most that one costs, in minor units. Left out where the promise has a `total`.'),
  },
  AN_OBJECT,
)

/** What is promised, to whoever sends it. */
export const promisedFields = {
  customer: reference().describe('A customer, by account code (ignoring case), by id, or by a name that only one has.'),
  lines: list(Line, { min: 1, max: PROMISE_LIMITS.lines }),
  total: amount(MAX_TOTAL)
    .nullish()
    .describe('The most that all lines cost together, in minor units. Left out where each line has its `unit`.'),
  note: anyText(PROMISE_LIMITS.note).default('').describe('What was agreed, for staff.'),
}

type Promised = {
  total?: number | null | undefined
  lines: readonly { sku: string; qty: number; unit?: number | null | undefined }[]
}

/** Whether it is one price for each line, or one for all; and each line only once. */
export function checkPromised({ total, lines }: Promised, issue: (path: (string | number)[], message: string) => void) {
  const hasTotal = (total ?? null) !== null
  const seen = new Map<string, number>()
  lines.forEach(({ sku, qty, unit }, i) => {
    const hasUnit = (unit ?? null) !== null
    if (hasTotal && hasUnit) issue(['lines', i, 'unit'], 'Must be left out: the promise has a total.')
    if (!hasTotal && !hasUnit)
      issue(['lines', i, 'unit'], 'Is required: give it to each line, or a total to the promise.')
    const first = seen.getOrInsertComputed(`${sku.normalize('NFC').toLowerCase()} ${qty}`, () => i)
    if (first !== i) issue(['lines', i, 'sku'], 'Another line has the same SKU and quantity: send it once.')
  })
}

const PromiseItem = z
  .object(
    {
      reference: text(PROMISE_LIMITS.reference).describe(
        'How the sender names the promise: the row replaces the one with that reference, ignoring case. A promise that ' +
          'staff made has its id as its reference.',
      ),
      ...promisedFields,
      until: until.describe('It is promised until just before this time. One in the past ends the promise.'),
    },
    AN_OBJECT,
  )
  .superRefine((promised, context) => {
    checkPromised(promised, (path, message) => context.addIssue({ code: 'custom', path, message }))
  })
  .meta({ id: 'PromiseItem' })

export const PutPromises = z.object(
  { promises: list(PromiseItem, { min: 1, max: MAX_ROWS }) },
  { error: 'Must be a JSON object with "promises".' },
)

export const BrokenPrice = z
  .object({
    sku: z
      .string()
      .nullable()
      .meta({ description: 'Null: it is the total.', examples: ['HOL-1042'] }),
    qty: z
      .int()
      .nullable()
      .meta({ examples: [1] }),
    promised: z.int().meta({ description: 'Minor units.', examples: [770] }),
    actual: z
      .int()
      .nullable()
      .meta({
        description: 'Minor units. Null where a product has no price or is deleted, or the customer does not see it.',
        examples: [810],
      }),
  })
  .meta({ id: 'BrokenPrice' })

export const CheckedPromise = z
  .object({
    id: z.uuid(),
    reference: z.string().meta({ examples: ['GOLD-7'] }),
    customer: z.object({ id: z.uuid(), accountCode: z.string().nullable(), name: z.string() }),
    lines: z.array(
      z.object({
        sku: z.string().meta({ examples: ['HOL-1042'] }),
        qty: z.int().meta({ examples: [1] }),
        unit: z
          .int()
          .nullable()
          .meta({ description: 'Minor units of one. Null where the promise has a total.', examples: [770] }),
      }),
    ),
    total: z
      .int()
      .nullable()
      .meta({ description: 'Minor units. Null where each line has its price.', examples: [null] }),
    until: z.iso.datetime(),
    note: z.string(),
    setBy: z.string().meta({ description: 'The person or key that wrote it last.', examples: ['ERP sync'] }),
    setAt: z.iso.datetime(),
    holds: z.boolean().meta({ description: 'True if no price is above what was promised.' }),
    broken: z.array(BrokenPrice),
    breaksAt: z.iso
      .datetime()
      .nullable()
      .meta({
        description:
          'When a promise that holds now will break before it ends, if nobody changes anything: by a scheduled price ' +
          'change, or a term that starts or ends. At least the next 40 of such times are looked at, 400 for a promise ' +
          'of a few lines. Null for another time than now.',
      }),
  })
  .meta({ id: 'Promise', description: 'Prices that a customer was promised, checked against those of a time.' })
