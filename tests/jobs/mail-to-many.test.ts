import { expect, test } from 'vitest'
import { queueMails } from '../../server/src/jobs/mail/queue-mail.ts'
import { sendMails } from '../../server/src/jobs/mail/send-mails.ts'
import { useService } from '../given/service.ts'

const service = useService()

test('a mail to many greets each by the own name, whatever it is, and is sent in their order', async () => {
  const names = ['Ann <b>', 'Bo $& O’Neil', undefined, "Di \\1 '"]
  const recipients = names.map((name, i) => ({ email: `m${i}@quay.example`, ...(name !== undefined && { name }) }))
  const sendBefore = new Date(service.time.now.getTime() + 60_000)
  const owner = { workspaceId: (await service.workspace()).id }
  const mail = { owner, subject: 'Weather', paragraphs: ['It rained $& and $1.'], sendBefore }
  const ids = await queueMails(service.context, mail, recipients)

  const sent: { id: string; recipient: string; text: string; html: string }[] = []
  await sendMails(
    service.context,
    async (one) => void (ids.includes(one.id) && sent.push(one)),
    () => {},
  )
  expect(sent.map(({ id }) => id)).toEqual(ids)
  expect(sent.map(({ recipient }) => recipient)).toEqual(recipients.map(({ email }) => email))
  expect(sent.map(({ text }) => text)).toEqual(
    names.map((name) => `${name === undefined ? '' : `Hello ${name},\n\n`}It rained $& and $1.\n`),
  )
  expect(sent[0]!.html).toContain('>Hello Ann &lt;b&gt;,</p>')
  expect(sent[1]!.html).toContain('>Hello Bo $&amp; O’Neil,</p>')
  expect(sent[2]!.html).not.toContain('Hello')
})
