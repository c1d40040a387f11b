import { after } from '../common-schemas.ts'
import { z } from 'zod'
import { MAIL_STATUSES } from '../../database/column-values.ts'
import { envelope } from '../../http/envelope.ts'
import { integerParameter } from '../../http/input.ts'
import { operationsOf } from './operation.ts'
import type { RoutePlugin } from './operation.ts'
import { readStaffMails, setOrderInbox, setOwnStaffMails } from '../../orders/order-mails.ts'
import { emailInput } from '../../people/persons.ts'
import { leftOutWhenBlank } from '../../lib/text-input.ts'
import { listOutbox, readFailedMails, readOutboxMail, sendMailAgain } from '../../workspaces/outbox.ts'

const operation = operationsOf('Mail')
const params = z.object({ id: z.uuid('Must be an id: a UUID.') })
/** A mail is sent without a change of the workspace. */
const config = { uncached: true }

const OutboxMail = z
  .object({
    id: z.uuid(),
    to: z.string(),
    subject: z.string(),
    status: z.enum(MAIL_STATUSES),
    at: z.iso.datetime(),
    sentAt: z.iso.datetime().nullable(),
    problem: z.string().nullable().meta({ description: 'What the mail server said last, while it is not sent.' }),
    reasonNotAgain: z.string().nullable().meta({ description: 'Why it cannot be sent again; null if it can be.' }),
  })
  .meta({ id: 'OutboxMail', description: 'A mail that the workspace has caused. Mails are kept for 30 days.' })

const CountedMails = z.object({ total: z.int(), first: z.array(OutboxMail) })

const StaffMails = z
  .object({
    mailMe: z.boolean().meta({ description: 'Whether the member who asks is mailed new orders.' }),
    inbox: z.string().nullable().meta({ description: 'An address that is mailed them besides. Owners set it.' }),
  })
  .meta({ id: 'StaffMails' })

/** The outbox of the workspace, and which mails go to its staff. */
export const mailRoutes: RoutePlugin = async (app) => {
  app.get(
    '/mails',
    operation('listMails', 'Mails of the workspace, newest first', {
      right: 'read',
      own: 'refused',
      config,
      querystring: z.object({
        status: z.enum(MAIL_STATUSES, `Must be one of: ${MAIL_STATUSES.join(', ')}.`).optional(),
        before: z
          .string()
          .regex(/^\d{1,18}$/, 'Must be the `before` of an earlier page.')
          .optional(),
        limit: integerParameter(1, 100, 50),
      }),
      answer: envelope(z.array(OutboxMail)).extend({
        before: z.string().nullable().meta({ description: 'Of the next page. Null on the last one.' }),
        sendsMail: z.boolean().meta({ description: 'False where the service has no mail server: mails wait.' }),
      }),
    }),
    async ({ workspace, query }) => {
      const { mails, before } = await listOutbox(workspace, query)
      return { data: mails, before, sendsMail: workspace.site?.sendsMail ?? false }
    },
  )

  app.get(
    '/mails/failed',
    operation('readFailedMails', 'How many mails failed, 1,000 standing for more, and the last ones', {
      right: 'read',
      own: 'refused',
      config,
      answer: envelope(
        CountedMails.extend({
          waiting: CountedMails.meta({ description: 'What the mail server has not taken yet. It is tried again.' }),
        }),
      ),
    }),
    async ({ workspace }) => ({ data: await readFailedMails(workspace) }),
  )

  app.get(
    '/mails/:id',
    operation('readMail', 'A mail with its text, without links that give access', {
      right: 'read',
      own: 'refused',
      config,
      params,
      answer: envelope(OutboxMail.extend({ text: z.string() })),
    }),
    async ({ workspace, params: { id } }) => ({ data: await readOutboxMail(workspace, id) }),
  )

  app.get(
    '/staff-mails',
    operation('readStaffMails', 'Who of the staff is mailed new orders', {
      right: 'read',
      own: 'open',
      answer: envelope(StaffMails),
    }),
    async ({ workspace, caller }) => ({ data: await readStaffMails(workspace, { personId: caller.id }) }),
  )

  app.put(
    '/staff-mails/me',
    operation('setOwnStaffMails', 'Say whether you are mailed new orders', {
      right: 'read',
      own: 'open',
      body: z.object({ mailMe: z.boolean('Must be true or false.') }),
      answer: envelope(StaffMails),
    }),
    async ({ workspace, caller: { id: personId }, body: { mailMe } }) =>
      after(setOwnStaffMails(workspace, { personId, mailMe }), () => readStaffMails(workspace, { personId })),
  )

  app.put(
    '/staff-mails/inbox',
    operation('setOrderInbox', 'Set the address that is mailed new orders', {
      right: 'settings',
      config: { fresh: true },
      body: z.object({ inbox: leftOutWhenBlank(emailInput.nullable()) }),
      answer: envelope(StaffMails),
    }),
    async ({ workspace, caller, body: { inbox = null } }) =>
      after(setOrderInbox(workspace, inbox), () => readStaffMails(workspace, { personId: caller.id })),
  )

  app.post(
    '/mails/:id/send-again',
    operation('sendMailAgain', 'Send a mail again that failed', {
      right: 'orders',
      own: 'refused',
      params,
      answer: envelope(OutboxMail),
    }),
    async ({ workspace, params: { id } }) => after(sendMailAgain(workspace, id), () => readOutboxMail(workspace, id)),
  )
}
