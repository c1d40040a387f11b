import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { sendMails } from '../../server/src/jobs/mail/send-mails.ts'
import { mailPriceNews } from '../../server/src/portal/watch-prices.ts'
import { setPasswordHash } from '../../server/src/people/persons.ts'
import { cheapHash, useCheapHashes } from '../accounts/cheap-hashes.ts'
import { useShortWaits } from '../accounts/short-waits.ts'
import { observeStatements } from '../isolation/observe-statements.ts'
import { useService } from '../given/service.ts'
import { newBrowser } from '../given/browser.ts'
import { alter, done, expectDone, givenCustomer, item, send, skus } from '../given/given.ts'
import type { TestBuyer } from '../given/buyer.ts'
import { approve, givenColleagues, request } from '../given/colleagues.ts'
import { givenMember } from '../given/member.ts'
import { place } from '../given/order.ts'
import { latestMail } from '../given/person.ts'

const service = useService()
useCheapHashes()
useShortWaits()
const WEEK_MS = 7 * 86_400_000
const PASSWORD = 'correct horse battery'

async function shop() {
  const given = await givenColleagues(service)
  const { workspace, chief } = given
  const staff = await givenMember(service, workspace, 'manager')
  const clerk = await givenMember(service, workspace, 'manager')
  const { id } = await place(workspace, { buyer: chief.email })
  const path = `/orders/${id}`
  const step = async (seen: string, status: string) => expectDone(await staff.patch(path, { status, seen }))
  const priceNews = (weeks: number) => {
    service.later(weeks * WEEK_MS)
    return mailPriceNews({ ...workspace.context, customerId: given.customerId })
  }
  return { ...given, staff, clerk, path, step, priceNews }
}

type Shop = Awaited<ReturnType<typeof shop>>

/** What is mailed to whom: what happens before the e-mail changes, and what causes the mail. */
type Kind = {
  to: (shop: Shop) => { email: string; personId: string }
  before?: (shop: Shop) => Promise<unknown>
  act: (shop: Shop) => Promise<unknown>
}

const chief: Kind['to'] = (shop) => shop.chief
const helper: Kind['to'] = (shop) => shop.helper
const asked = ({ helper: buyer }: Shop) => request(buyer)
const waiting = async (by: TestBuyer) => `/approval-requests/${(await done(by.get('/approval-requests')))[0].id}`
const dispatched = async ({ step }: Shop) => {
  await step('new', 'confirmed')
  await step('confirmed', 'dispatched')
}

const KINDS: Record<string, Kind> = {
  'a new order, to the staff': {
    to: ({ clerk: { id, email } }) => ({ personId: id, email }),
    before: ({ clerk }) => done(clerk.put('/staff-mails/me', { mailMe: true })),
    act: ({ workspace }) => place(workspace),
  },
  'an own order that is placed': {
    to: chief,
    act: ({ workspace, chief: { id } }) => place(workspace, { buyer: id }),
  },
  'an order of a colleague': {
    to: helper,
    before: ({ helper: buyer }) => done(buyer.put('/mails', { orderMails: 'all', priceMails: false })),
    act: ({ step }) => step('new', 'confirmed'),
  },
  'an own order that is confirmed': { to: chief, act: ({ step }) => step('new', 'confirmed') },
  'an own order whose lines change': {
    to: chief,
    act: async ({ staff, path }) => {
      const { lines, history } = await done(staff.get(path))
      const body = { seen: history.length, lines: [{ id: lines[0].id, qty: 7 }] }
      expectDone(await staff.post(`${path}/lines`, body))
    },
  },
  'the tracking of an own order': {
    to: chief,
    before: dispatched,
    act: async ({ staff, path }) => expectDone(await staff.put(`${path}/tracking`, { tracking: 'DX-1' })),
  },
  'a dispatch that was a mistake': {
    to: chief,
    before: async (given) => {
      await dispatched(given)
      await sentMails(given)
    },
    act: async ({ staff, path }) => expectDone(await staff.post(`${path}/back-to-confirmed`)),
  },
  'a basket to approve': { to: chief, act: asked },
  'a basket that was approved': {
    to: helper,
    before: asked,
    act: async ({ chief: by }) => done(approve(by, await waiting(by))),
  },
  'a basket that was sent back': {
    to: helper,
    before: asked,
    act: async ({ chief: by }) => done(by.post(`${await waiting(by)}/send-back`, {})),
  },
  'changed prices': {
    to: helper,
    before: async ({ helper: buyer, workspace, priceNews }) => {
      await done(buyer.put('/mails', { orderMails: 'none', priceMails: true }))
      await priceNews(0)
      await alter(workspace, 'PLATE', { list_price: 9999 })
    },
    act: ({ priceNews }) => priceNews(1),
  },
}

/** A person changes their e-mail as they do on "Your account", and proves the new one. */
async function changeEmail({ email, personId }: { email: string; personId: string }): Promise<string> {
  await setPasswordHash(service.context, personId, await cheapHash(PASSWORD))
  const browser = newBrowser(service)
  expectDone(await browser.call('POST', '/account/sign-in', { email, password: PASSWORD }))
  const wanted = `${randomUUID()}@new.example`
  expectDone(await browser.call('PATCH', '/account/me', { email: wanted, currentPassword: PASSWORD }))
  const { token } = await latestMail(service.context, wanted)
  expectDone(await browser.call('POST', '/account/new-email/use', { token }))
  return wanted
}

/** Sends what waits in the outbox. Returns the recipients of the mails of the workspace. */
async function sentMails({ workspace }: Pick<Shop, 'workspace'>): Promise<string[]> {
  const recipients: string[] = []
  await sendMails(
    service.context,
    async ({ owner, recipient }) => void (owner === `workspace ${workspace.id}` && recipients.push(recipient)),
    () => {},
  )
  return recipients
}

test.each(Object.keys(KINDS))('after a proved new e-mail it gets %s, and the old one nothing', async (name) => {
  const { to, before, act } = KINDS[name]!
  const given = await shop()
  await before?.(given)
  await sentMails(given)
  const person = to(given)
  const email = await changeEmail(person)
  await act(given)
  const mailed = await sentMails(given)
  expect(mailed.filter((recipient) => [email, person.email].includes(recipient))).toEqual([email])
})

test.each(Object.keys(KINDS))('%s that waits while the e-mail changes goes to the new one', async (name) => {
  const { to, before, act } = KINDS[name]!
  const given = await shop()
  await before?.(given)
  await sentMails(given)
  await act(given)
  const person = to(given)
  const email = await changeEmail(person)
  const mailed = await sentMails(given)
  expect(mailed.filter((recipient) => [email, person.email].includes(recipient))).toEqual([email])
  const shown = await done(given.staff.get('/mails?status=sent'))
  expect(shown.map(({ to }: { to: string }) => to)).toContain(email)
})

test('however many get a mail about an order, it is put into the outbox by one statement for buyers, one for staff', async () => {
  const { workspace, chief: by, helper: colleague, staff, clerk } = await shop()
  await done(colleague.put('/mails', { orderMails: 'all', priceMails: false }))
  for (const member of [staff, clerk]) await done(member.put('/staff-mails/me', { mailMe: true }))
  await sentMails({ workspace })
  let inserts = 0
  onTestFinished(observeStatements((statement) => void (/insert into "?mail"?\b/.test(statement) && inserts++)))
  await place(workspace, { buyer: by.email })
  expect(inserts).toBe(2)
  const all = [by, colleague, staff, clerk].map(({ email }) => email)
  expect((await sentMails({ workspace })).toSorted()).toEqual(all.toSorted())
})

test('the notice of the change stays with the old address, also while it waits', async () => {
  const { chief: person } = await shop()
  const email = await changeEmail(person)
  const notices: [string, string][] = []
  await sendMails(
    service.context,
    async ({ recipient, subject }) => void notices.push([recipient, subject]),
    () => {},
  )
  expect(notices).toContainEqual([person.email, 'Your e-mail at Trade Catalogue is about to change'])
  expect(notices.map(([to]) => to)).toContain(email)
})

test('the API, the console, colleagues and onlyFor know a buyer by the present e-mail, at once', async () => {
  const { workspace, customerId, chief: person, helper: colleague, staff } = await shop()
  const listed = async () => [
    ...(await done(workspace.get(`/customers/${customerId}`))).buyers,
    ...(await done(staff.get(`/customers/${customerId}`))).buyers,
    ...(await done(colleague.get('/colleagues'))),
  ]
  const emails = async () =>
    (await listed()).filter(({ id }) => id === person.id).map(({ email }: { email: string }) => email)
  expect(new Set(await emails())).toEqual(new Set([person.email]))
  const email = await changeEmail(person)
  expect(new Set(await emails())).toEqual(new Set([email]))

  const other = await givenCustomer(workspace, { accountCode: 'OTHER' })
  const only = async (entry: string) => {
    const { unknownCustomers } = await send(workspace, [item({ sku: 'OWN', onlyFor: [entry] })])
    const sees = async (id: string) => (await skus(workspace, `customer=${id}`)).includes('OWN')
    return [unknownCustomers, await sees(customerId), await sees(other)]
  }
  expect(await only(email)).toEqual([[], true, false])
  expect(await only(person.email)).toEqual([[person.email], false, false])

  // The present one is taken, and the old one is free for somebody else.
  const invite = (to: string) => staff.post(`/customers/${other}/buyers`, { name: 'Another', email: to, show: true })
  expect((await invite(email)).status).toBe(400)
  expectDone(await invite(person.email))
  expect(await only(person.email)).toEqual([[], false, true])
})
