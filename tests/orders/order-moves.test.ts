import { expect, test } from 'vitest'
import { ORDER_STATUSES } from '../../server/src/shared/order-steps.ts'
import type { OrderStatus } from '../../server/src/shared/order-steps.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { done, expectDone, refusal } from '../given/given.ts'
import { move, orderActivity, orderingShop, place, readOrder } from '../given/order.ts'

const service = useService()

const PATHS: Record<OrderStatus, OrderStatus[]> = {
  new: [],
  confirmed: ['confirmed'],
  dispatched: ['confirmed', 'dispatched'],
  completed: ['confirmed', 'dispatched', 'completed'],
  cancelled: ['cancelled'],
}
const ALLOWED = [
  'new confirmed',
  'new cancelled',
  'confirmed dispatched',
  'confirmed cancelled',
  'dispatched completed',
]

/** An order that has come to a status. */
async function orderAt(workspace: TestWorkspace, status: OrderStatus): Promise<string> {
  const { id } = await place(workspace)
  for (const step of PATHS[status]) {
    expectDone(await move(service, workspace, id, { status: step, note: 'Asked for' }))
  }
  return id
}

/** The message of a move that is refused, and that leaves the order as it was. */
async function refused(workspace: TestWorkspace, id: string, body: object): Promise<string> {
  const [before, activity] = [await readOrder(workspace, id), await orderActivity(workspace)]
  const answer = await move(service, workspace, id, body)
  expect(answer).toEqual(refusal(400, 'invalid_request'))
  expect(await readOrder(workspace, id)).toEqual(before)
  expect(await orderActivity(workspace)).toEqual(activity)
  return answer.body.error.message
}

test('an order moves on step by step to completed, keeping when, by whom and what was said', async () => {
  const { workspace } = await orderingShop(service)
  const { id, number } = await place(workspace)
  const placed = await readOrder(workspace, id)
  const by = { type: 'key', id: workspace.keyId, name: 'ERP sync' }
  const steps = [
    { status: 'confirmed', note: 'Ships on Tuesday' },
    { status: 'dispatched', note: null },
    { status: 'completed', note: 'Signed for' },
  ]
  const told = []
  for (const { status, note } of steps) {
    service.later(3_600_000)
    const at = service.time.now.toISOString()
    const answer = await move(service, workspace, id, note === null ? { status } : { status, note: `  ${note} ` })
    expectDone(answer)
    told.push({ status, at, by, note, changes: null })
    expect(answer.body).toEqual({
      data: { ...placed, status, updatedAt: at, history: [...placed.history, ...told] },
    })
    expect(await readOrder(workspace, id)).toEqual(answer.body.data)
  }
  const subject = { type: 'order', id, label: String(number) }
  expect((await orderActivity(workspace)).slice(1)).toEqual([
    {
      action: 'order.confirm',
      actor: by,
      subject,
      changes: { status: { from: 'new', to: 'confirmed' }, note: 'Ships on Tuesday' },
    },
    { action: 'order.dispatch', actor: by, subject, changes: { status: { from: 'confirmed', to: 'dispatched' } } },
    {
      action: 'order.complete',
      actor: by,
      subject,
      changes: { status: { from: 'dispatched', to: 'completed' }, note: 'Signed for' },
    },
  ])
})

test.each(['new', 'confirmed'] as const)('an order can be cancelled from %s, with a reason', async (status) => {
  const { workspace } = await orderingShop(service)
  const id = await orderAt(workspace, status)
  const answer = await done(move(service, workspace, id, { status: 'cancelled', note: 'Ordered twice' }))
  expect(answer).toMatchObject({ status: 'cancelled' })
  expect(answer.history.at(-1)).toMatchObject({ status: 'cancelled', note: 'Ordered twice' })
  expect((await orderActivity(workspace)).at(-1)).toMatchObject({ action: 'order.cancel' })
})

test.each(ORDER_STATUSES)(
  'every other move from %s is refused, and the message says what can be done',
  async (from) => {
    const { workspace } = await orderingShop(service)
    const id = await orderAt(workspace, from)
    const possible = ALLOWED.filter((pair) => pair.startsWith(`${from} `)).map((pair) => pair.split(' ')[1]!)
    for (const to of ORDER_STATUSES.filter((status) => !possible.includes(status))) {
      const message = await refused(workspace, id, { status: to, note: 'Please' })
      for (const status of possible) expect(message).toContain(status)
      if (possible.length === 0) expect(message).toContain('Nothing comes after that.')
      expect(message).toContain(to)
    }
  },
)

test('completing a new order is refused: a received order cannot be marked completed', async () => {
  const { workspace } = await orderingShop(service)
  const message = await refused(workspace, await orderAt(workspace, 'new'), { status: 'completed' })
  expect(message).toMatch(/received order cannot be marked completed/)
})

test.each(ORDER_STATUSES)(
  'cancelling one that is %s without a note is refused: a reason is asked for',
  async (from) => {
    const { workspace } = await orderingShop(service)
    const id = await orderAt(workspace, from)
    for (const note of [{}, { note: '' }, { note: ' \n ' }, { note: null }]) {
      expect(await refused(workspace, id, { status: 'cancelled', ...note })).toMatch(/reason/)
    }
  },
)

test('repeating a move is refused', async () => {
  const { workspace } = await orderingShop(service)
  const id = await orderAt(workspace, 'confirmed')
  expect(await refused(workspace, id, { status: 'confirmed' })).toMatch(/confirmed already/)
})

test('one of two moves at once is refused', async () => {
  const { workspace } = await orderingShop(service)
  const { id } = await place(workspace)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      move(service, workspace, id, i % 2 ? { status: 'confirmed' } : { status: 'cancelled', note: 'Late' }),
    ),
  )
  const taken = answers.filter(({ status }) => status === 200)
  // An order that was confirmed first can still be cancelled; nothing else can follow.
  expect(taken.length).toBeLessThanOrEqual(2)
  for (const answer of answers) if (answer.status !== 200) expect(answer).toEqual(refusal(400, 'invalid_request'))
  const { history } = await readOrder(workspace, id)
  expect(history.map(({ status }: any) => status).join()).toMatch(/^new,(confirmed|cancelled|confirmed,cancelled)$/)
  expect(history).toHaveLength(1 + taken.length)
  expect(await orderActivity(workspace)).toHaveLength(1 + taken.length)
})
