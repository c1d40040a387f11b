import { expect, test } from 'vitest'
import { sendMails } from '../../server/src/jobs/mail/send-mails.ts'
import { sendInVain } from '../given/send-in-vain.ts'
import { useService } from '../given/service.ts'
import { done, expectDone, item, send } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { givenMember } from '../given/member.ts'
import { move, orderingShop, place } from '../given/order.ts'

const service = useService()

async function shop() {
  const { workspace, customerId } = await orderingShop(service)
  const owner = await givenMember(service, workspace, 'owner')
  const staff = await givenMember(service, workspace, 'orders')
  const buyer = await givenSignedInBuyer(service, workspace, customerId)
  const mails = (to: string) =>
    workspace.context.db.selectFrom('mail').selectAll().where('recipient', '=', to).orderBy('number').execute()
  return { workspace, customerId, owner, staff, buyer, mails }
}

test('a mail about an order holds all of it, as text and as HTML', async () => {
  const { workspace, buyer, mails } = await shop()
  const { id } = await place(workspace, {
    buyer: buyer.email,
    poNumber: 'PO <7>',
    lines: [
      { sku: 'PLATE', qty: 2 },
      { sku: 'BOWL', qty: 10 },
    ],
  })
  expectDone(await move(service, workspace, id, { status: 'confirmed', note: 'Monday.' }))
  const [placed, confirmed] = await mails(buyer.email)
  expect(placed).toMatchObject({ subject: 'Order 1001 was placed · Harbour Wholesale', order_id: id })
  for (const part of ['PO number: PO <7>', 'PLATE · 2 at £25.50: £51.00', 'BOWL · 10 × box of 6', '£171.00']) {
    expect(placed!.text).toContain(part)
  }
  expect(placed!.html).toContain('PO &lt;7&gt;')
  expect(placed!.html).toContain('£171.00')
  expect(confirmed!.subject).toBe('Order 1001 is confirmed · Harbour Wholesale')
  expect(confirmed!.text).toContain('Monday.')
  expect(confirmed!.text).toContain('Azure bowl')
})

test('a mail shows fifty lines of an order, and says how many the PDF has besides', async () => {
  const { workspace, buyer, mails } = await shop()
  const skus = Array.from({ length: 52 }, (_, i) => `CUP-${i}`)
  await send(
    workspace,
    skus.map((sku) => item({ sku })),
  )
  await place(workspace, { buyer: buyer.email, lines: skus.map((sku) => ({ sku, qty: 1 })) })
  const [mail] = await mails(buyer.email)
  expect(mail!.text.match(/^  CUP-/gm)).toHaveLength(50)
  expect(mail!.text).toContain('… and 2 more lines, which the PDF has.')
})

test('staff who want it, and the inbox of the desk, are mailed new orders; who places one is not', async () => {
  const { workspace, owner, staff, buyer, mails } = await shop()
  const mailed = async () => [(await mails(owner.email)).length, (await mails(staff.email)).length]
  await place(workspace)
  expect(await mailed()).toEqual([0, 0])
  expect(await done(staff.put('/staff-mails/me', { mailMe: true }))).toEqual({ mailMe: true, inbox: null })
  expect(await staff.put('/staff-mails/inbox', { inbox: 'desk@harbour.example' })).toMatchObject({ status: 403 })
  expectDone(await owner.put('/staff-mails/inbox', { inbox: 'desk@harbour.example' }))
  await place(workspace, { buyer: buyer.email })
  expect(await mailed()).toEqual([0, 1])
  const [mail] = await mails('desk@harbour.example')
  expect(mail).toMatchObject({ subject: expect.stringMatching(/^New order 1002: .* · Harbour Wholesale$/) })
  expect(mail!.text).toContain('Azure plate')
  expect(mail!.text).toMatch(/\/w\/[^/]+\/orders\//)
  expectDone(
    await staff.post('/orders', { customer: 'QUAY', lines: [{ sku: 'PLATE', qty: 1 }], token: crypto.randomUUID() }),
  )
  expect(await mailed()).toEqual([0, 1])
  expectDone(await owner.put('/staff-mails/inbox', { inbox: ' ' }))
  expect(await done(owner.get('/staff-mails'))).toEqual({ mailMe: false, inbox: null })
})

test('staff see what was sent and what failed, and send a failed mail again', async () => {
  const { workspace, staff, buyer } = await shop()
  const neighbour = await shop()
  await place(workspace, { buyer: buyer.email })
  expect(await done(staff.get('/mails'))).toMatchObject([{ to: buyer.email, status: 'queued', problem: null }])
  await sendInVain(service.context)
  expect(await done(staff.get('/mails/failed'))).toMatchObject({ total: 1, first: [{ to: buyer.email }] })
  const [failed] = await done(staff.get('/mails?status=failed'))
  expect(failed).toMatchObject({ status: 'failed', problem: '550 No such mailbox', reasonNotAgain: null })
  expect((await done(staff.get(`/mails/${failed.id}`))).text).toContain('Azure plate')
  // Nobody else's.
  expect(await done(neighbour.staff.get('/mails'))).toEqual([])
  expect(await neighbour.staff.post(`/mails/${failed.id}/send-again`)).toMatchObject({ status: 404 })

  expect(await done(staff.post(`/mails/${failed.id}/send-again`))).toMatchObject({ status: 'queued', problem: null })
  expect(await staff.post(`/mails/${failed.id}/send-again`)).toMatchObject({ status: 400 })
  const sent: string[] = []
  await sendMails(
    service.context,
    async ({ id }) => void sent.push(id),
    () => {},
  )
  expect(sent).toContain(failed.id)
  const none = { total: 0, first: [] }
  expect(await done(staff.get('/mails/failed'))).toEqual({ ...none, waiting: none })
})

test('staff see that mail does not go out, and what the mail server says', async () => {
  const { workspace, staff, buyer } = await shop()
  await place(workspace, { buyer: buyer.email })
  const response = '535 5.7.8 Authentication failed: password expired'
  await sendInVain(service.context, { command: 'AUTH PLAIN', response })
  expect(await done(staff.get('/mails/failed'))).toMatchObject({
    total: 0,
    waiting: { total: 1, first: [{ to: buyer.email, status: 'queued', problem: response }] },
  })
})

test('the link of an invitation is neither shown nor sent again', async () => {
  const { owner, staff } = await shop()
  expectDone(await owner.post('/people/invitations', { email: 'new@harbour.example', role: 'manager' }))
  const [waiting] = await done(staff.get('/mails'))
  const [{ secret, text }] = (await service.context.db
    .selectFrom('mail')
    .select(['secret', 'text'])
    .where('id', '=', waiting.id)
    .execute()) as [{ secret: string; text: string }]
  expect(text).toContain(secret)
  expect((await done(staff.get(`/mails/${waiting.id}`))).text).not.toContain(secret)
  await sendInVain(service.context)
  expect(await staff.post(`/mails/${waiting.id}/send-again`)).toMatchObject({ status: 400 })
})

test('older mails follow page by page', async () => {
  const { workspace, staff, buyer } = await shop()
  for (let i = 0; i < 3; i++) await place(workspace, { buyer: buyer.email })
  const first = (await staff.get('/mails?limit=2')).body
  const second = (await staff.get(`/mails?limit=2&before=${first.before}`)).body
  expect([...first.data, ...second.data].map(({ subject }: { subject: string }) => subject.slice(6, 10))).toEqual([
    '1003',
    '1002',
    '1001',
  ])
  expect(second.before).toBeNull()
})
