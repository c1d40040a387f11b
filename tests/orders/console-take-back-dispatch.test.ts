import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sendMails } from '../../server/src/jobs/mail/send-mails.ts'
import { ORDER_LIMITS } from '../../server/src/shared/limits.ts'
import { useService } from '../given/service.ts'
import { done, expectDone, refusal } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { givenMember } from '../given/member.ts'
import { move, orderActivity, orderingShop, place, readOrder } from '../given/order.ts'

const service = useService()

/** A dispatched order of a buyer. */
async function dispatched() {
  const { workspace, customerId } = await orderingShop(service)
  const { email } = await givenSignedInBuyer(service, workspace, customerId)
  const staff = await givenMember(service, workspace, 'manager')
  const { id, number } = await place(workspace, { buyer: email })
  await sendAll()
  expectDone(await staff.patch(`/orders/${id}`, { status: 'confirmed', seen: 'new' }))
  await sendAll()
  expectDone(await staff.patch(`/orders/${id}`, { status: 'dispatched', seen: 'confirmed' }))
  /** The subjects of the mails to the buyer with this status, oldest first. */
  const mails = async (status: 'queued' | 'sent') => {
    const rows = await workspace.context.db
      .selectFrom('mail')
      .select('subject')
      .where('recipient', '=', email)
      .where('status', '=', status)
      .orderBy('number')
      .execute()
    return rows.map(({ subject }) => subject.replace(/ ·.*/, ''))
  }
  return { workspace, staff, id, number, mails, back: () => staff.post(`/orders/${id}/back-to-confirmed`) }
}

async function sendAll(): Promise<void> {
  await sendMails(
    service.context,
    async () => {},
    () => {},
  )
}

test('a dispatch goes back while nobody was told: the waiting mail is dropped, and the history keeps both', async () => {
  const { workspace, staff, id, mails, back } = await dispatched()
  expect((await mails('queued')).at(-1)).toContain('is on its way')
  expect(await done(staff.get(`/orders/${id}/back-to-confirmed`))).toEqual({ mails: 0 })
  service.later()
  expect(await done(back())).toMatchObject({ status: 'confirmed' })
  expect(await mails('queued')).toEqual([])
  const { history } = await readOrder(workspace, id)
  expect(history.map(({ status, by }: any) => [status, by.name])).toEqual([
    ['new', expect.any(String)],
    ['confirmed', 'Sam Staff'],
    ['dispatched', 'Sam Staff'],
    ['confirmed', 'Sam Staff'],
  ])
  expect((await orderActivity(workspace)).at(-1)).toMatchObject({
    action: 'order.take_back_dispatch',
    changes: { status: { from: 'dispatched', to: 'confirmed' }, mailed: 0 },
  })
  // It goes on as any confirmed order does.
  expectDone(await move(service, workspace, id, { status: 'dispatched' }))
  expect((await mails('queued')).at(-1)).toContain('is on its way')
})

test('who was mailed gets another mail that says so', async () => {
  const { staff, id, number, mails, back } = await dispatched()
  await sendAll()
  expect(await done(staff.get(`/orders/${id}/back-to-confirmed`))).toEqual({ mails: 1 })
  expectDone(await back())
  expect((await mails('sent')).at(-1)).toBe(`Order ${number} is on its way`)
  expect(await mails('queued')).toEqual([`Order ${number} is not on its way yet`])
})

test('a mail that is being sent just now counts as sent', async () => {
  const { number, mails, back } = await dispatched()
  let isFirst = true
  await sendMails(
    service.context,
    async () => {
      if (isFirst) expectDone(await back())
      isFirst = false
    },
    () => {},
  )
  expect((await mails('sent')).at(-1)).toBe(`Order ${number} is not on its way yet`)
})

test('it works for an hour, once, from dispatched only; the public API has no such step', async () => {
  const { workspace, staff, id, back } = await dispatched()
  expect(await move(service, workspace, id, { status: 'confirmed' })).toEqual(refusal(400, 'invalid_request'))
  const answers = await Promise.all([back(), back()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expectDone(await move(service, workspace, id, { status: 'dispatched' }))
  service.later(3_600_000)
  for (const answer of [await back(), await staff.get(`/orders/${id}/back-to-confirmed`)]) {
    expect(answer).toEqual(refusal(400, 'invalid_request'))
    expect(answer.body.error.message).toContain('more than an hour ago')
  }
  expectDone(await move(service, workspace, id, { status: 'completed' }))
  expect((await back()).body.error.message).toContain('The order is completed: it can only go back')
})

test('an order goes back and forth so many times, and no more', async () => {
  const { workspace, staff, id, back } = await dispatched()
  await sql`
    insert into sales_order_history (workspace_id, order_id, step, status, at, actor, mails)
    select workspace_id, order_id, step + i, status, at, actor, mails
    from sales_order_history, generate_series(1, ${ORDER_LIMITS.dispatches - 2}::integer) i
    where workspace_id = ${workspace.id} and order_id = ${id} and status = 'dispatched'`.execute(workspace.context.db)
  expectDone(await back())
  expectDone(await staff.patch(`/orders/${id}`, { status: 'dispatched', seen: 'confirmed' }))
  const refused = await back()
  expect(refused).toEqual(refusal(400, 'invalid_request'))
  expect(refused.body.error.message).toContain('was dispatched 50 times')
  expect(await staff.get(`/orders/${id}/back-to-confirmed`)).toEqual(refusal(400, 'invalid_request'))
  expectDone(await staff.patch(`/orders/${id}`, { status: 'completed', seen: 'dispatched' }))
})
