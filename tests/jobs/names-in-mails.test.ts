import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { done, expectDone } from '../given/given.ts'
import { givenColleagues, request } from '../given/colleagues.ts'
import type { TestBuyer } from '../given/buyer.ts'
import { givenMember } from '../given/member.ts'
import { mailsTo } from '../given/person.ts'

const service = useService()

/** A name that wants to be a message. */
const TRICK = 'Bank\n\nYour account is closed,\u202E see https://evil.example'
const SHOWN = 'Bank Your account is closed, see https: //evil. example'

const rename = ({ id: workspaceId }: TestWorkspace, { id }: TestBuyer, name: string) =>
  service.context.db
    .updateTable('buyer')
    .set({ name })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()

test('a colleague who is invited gets no words of a buyer under the name of the wholesaler', async () => {
  const { workspace, chief } = await givenColleagues(service)
  await rename(workspace, chief, 'Call 0900 666 for your prize')
  const email = `${chief.id}@stranger.example`
  const { id } = await done(chief.post('/colleagues', { name: TRICK, email }))
  await done(chief.post(`/colleagues/${id}/invite`))
  const mails = await mailsTo(service.context, email)
  expect(mails).toHaveLength(2)
  for (const { subject, text } of mails) {
    expect(subject).toBe('Join the trade catalogue of Harbour Wholesale')
    expect(text).toMatch(
      /^Hello,\n\nA colleague at Quay Café invites you to the trade catalogue of Harbour Wholesale\./,
    )
    expect(text).not.toMatch(/evil|closed|prize/)
  }
})

test('names are on one line, in the order in which they are written, and no links, in mails that people expect', async () => {
  const { workspace, customerId, chief, helper } = await givenColleagues(service)
  const staff = await givenMember(service, workspace, 'manager')
  const invited = `${helper.id}@invited.example`
  expectDone(await staff.post(`/customers/${customerId}/buyers`, { name: TRICK, email: invited }))
  expect((await mailsTo(service.context, invited))[0]!.text).toContain(`Hello ${SHOWN},\n`)

  await rename(workspace, helper, TRICK)
  await request(helper)
  const [asked] = await mailsTo(service.context, chief.email)
  expect(asked!.subject).toMatch(
    /^Bank Your account is closed, see https: \/\/evil\. example asks you to approve an order of £/,
  )
  expect(asked!.text).toContain(`Asked by: ${SHOWN}\n`)
  const { html } = await service.context.db
    .selectFrom('mail')
    .select('html')
    .where('recipient', '=', chief.email)
    .executeTakeFirstOrThrow()
  expect(html).not.toMatch(/\u202E|https:\/\/evil/)
})

test('an address that was never proved is told that there is news, and nothing that a buyer wrote', async () => {
  const { chief, helper } = await givenColleagues(service)
  const setProved = (email_verified: boolean) =>
    service.context.db.updateTable('person').set({ email_verified }).where('id', '=', helper.personId).execute()
  const sendBack = async () => chief.post(`${await request(helper)}/send-back`, { note: 'Pay to my new account' })
  await setProved(false)
  expectDone(await sendBack())
  const [news] = await mailsTo(service.context, helper.email)
  expect(news!.subject).toBe('News for you · Harbour Wholesale')
  expect(news!.text).toMatch(/^Hello,\n\nthere is news for you in the trade portal of Harbour Wholesale\.\n/)
  expect(news!.text).not.toMatch(/account|Cy Chief/)

  await setProved(true)
  expectDone(await sendBack())
  const [proved] = await mailsTo(service.context, helper.email)
  expect(proved!.text).toContain('Pay to my new account')
})
