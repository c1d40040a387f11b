import { expect, test } from 'vitest'
import { listMails } from '../../server/src/jobs/mail/queue-mail.ts'
import { Unavailable } from '../../server/src/errors.ts'
import { SEND_WITHIN_MS, removeOldMails, sendMails } from '../../server/src/jobs/mail/send-mails.ts'
import { GONE, LOGO, ORDER, useOutbox } from '../given/use-outbox.ts'

const DAY_MS = 86_400_000
const { service, smtp, received, inMinutes, queue, sender, send, statuses } = useOutbox()

const vain = (error: Error): void => {
  throw error
}

/** The HTML of a mail, and what is attached to it. */
const htmlOf = (source: string) =>
  source.slice(source.indexOf('Content-Type: text/html')).replaceAll('=\r\n', '').replaceAll('=3D', '=')

test('a mail arrives as text and as HTML, once, and then its link is no longer kept', async () => {
  await queue('bo@quay.example', { subject: 'Join\r\nBcc: all@quay.example' })
  expect(await listMails(service.context)).toMatchObject([
    { to: 'bo@quay.example', status: 'queued', text: expect.stringContaining('/invitation/s3cret') },
  ])
  expect(await send()).toEqual([])
  expect(await send()).toEqual([])
  expect(received).toHaveLength(1)
  const [{ recipients, source }] = received as [(typeof received)[0]]
  expect(recipients).toEqual(['bo@quay.example'])
  expect(source).toMatch(/^From: Harbour <noreply@trade\.example>\r$/m)
  expect(source).toMatch(/^Message-ID: <[\w-]+@trade\.example>\r$/m)
  // So that absences do not answer it.
  expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(source).toMatch(/^X-Auto-Response-Suppress: OOF, AutoReply\r$/m)
  expect(source).toMatch(/^Subject: Join Bcc: all@quay\.example\r$/m)
  expect(source.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m)
  expect(source).toContain('https://trade.example/invitation/s3cret')
  expect(source).toContain('Bo &amp; &lt;Co&gt;')
  const [mail] = await listMails(service.context)
  expect(mail).toMatchObject({ status: 'sent', text: expect.stringContaining('/invitation/…') })
})

test('a mail has the PDF of its order attached, and arrives without it once the order is gone', async () => {
  await queue('bo@quay.example', { orderId: ORDER })
  await queue('cy@quay.example', { orderId: GONE })
  expect(await send()).toEqual([])
  const [withOrder, without] = received.map(({ source }) => source)
  expect(withOrder).toMatch(/^Content-Disposition: attachment; filename=order-1001\.pdf\r$/m)
  expect(without).not.toContain('attachment')
})

test('a mail of a wholesaler has its name, colours, address and logo, and none of them can break the HTML', async () => {
  const evil = '"><script>alert(1)</script>'
  const look = { name: evil, colour: '#7a1f3d', address: `1 Quay Street\n${evil}`, logo: LOGO }
  await queue(`bo@quay.example`, { look })
  await queue(`cy@quay.example`, { look: { ...look, logo: '0'.repeat(32) } })
  expect(await send()).toEqual([])
  const [withLogo, without] = received.map(({ source }) => htmlOf(source))
  expect(withLogo).not.toContain('<script')
  expect(withLogo).toContain('background:#7a1f3d;color:#ffffff')
  expect(withLogo).toContain('border-top:4px solid #7a1f3d')
  expect(withLogo).toContain('1 Quay Street<br>&quot;&gt;&lt;script&gt;')
  expect(withLogo).toContain('src="cid:logo"')
  expect(withLogo).toMatch(/^Content-ID: <logo>\r$/im)
  expect(received[0]!.source).toMatch(/^Content-Type: multipart\/alternative/im)
  expect(without).not.toMatch(/cid:logo|Content-ID:/i)
})

test('what cannot be sent now is tried again, later and later', async () => {
  smtp.refuse = (step) => (step === 'RCPT TO' ? '451 Later.' : undefined)
  await queue('bo@quay.example')
  expect(await send()).toMatchObject([{ responseCode: 451 }])
  expect(await statuses()).toEqual(['queued'])
  expect(await send()).toEqual([])
  service.time.now = inMinutes(1)
  expect(await send()).toHaveLength(1)
  service.time.now = inMinutes(1)
  expect(await send()).toEqual([])
  smtp.refuse = undefined
  service.time.now = inMinutes(1)
  expect(await send()).toEqual([])
  expect(await statuses()).toEqual(['sent'])
})

test('two processes send each mail once', async () => {
  for (let i = 0; i < 15; i++) await queue(`bo${i}@quay.example`)
  await Promise.all([send(), send()])
  expect(received.map(({ recipients }) => recipients[0]).toSorted()).toEqual(
    Array.from({ length: 15 }, (_, i) => `bo${i}@quay.example`).toSorted(),
  )
})

test('mails that take as long as they may are sent once, also beside a second process', async () => {
  for (let i = 0; i < 12; i++) await queue(`bo${i}@quay.example`)
  const sent: string[] = []
  const slowly = async ({ recipient }: { recipient: string }) => {
    // The server is silent for half a minute, again and again.
    service.time.now = new Date(service.time.now.getTime() + SEND_WITHIN_MS)
    sent.push(recipient)
    if (sent.length < 12) await sendMails(service.context, async ({ recipient: other }) => void sent.push(other), vain)
  }
  await sendMails(service.context, slowly, vain)
  expect(sent.toSorted()).toEqual(Array.from({ length: 12 }, (_, i) => `bo${i}@quay.example`).toSorted())
})

test('a mail that is of no use any more is not sent', async () => {
  await queue('bo@quay.example', { minutes: 30 })
  service.time.now = inMinutes(30)
  expect(await send()).toEqual([])
  expect(received).toEqual([])
  const [mail] = await listMails(service.context)
  expect(mail).toMatchObject({ status: 'failed', text: expect.stringContaining('/invitation/…') })
})

test('after 30 days a mail is removed from the outbox', async () => {
  await queue('bo@quay.example')
  await send()
  service.later(29 * DAY_MS)
  await removeOldMails(service.context)
  expect(await statuses()).toEqual(['sent'])
  service.later(DAY_MS)
  await removeOldMails(service.context)
  expect(await statuses()).toEqual([])
})

test('a flood of mails delays nobody but its owner, and a link that somebody waits for least', async () => {
  const person = { personId: '01970000-0000-7000-8000-0000000000bb' }
  for (let i = 0; i < 200; i++) {
    await queue(`news-${i}@flood.example`, { secret: null })
    await queue(`invited-${i}@flood.example`)
  }
  const sent: string[] = []
  await sendMails(
    service.context,
    async ({ recipient }) => {
      sent.push(recipient)
      // In the middle of the flood.
      if (sent.length === 100) {
        await queue('news@other.example', { secret: null, owner: { workspaceId: person.personId } })
        await queue('first@person.example', { owner: person })
        await queue('second@person.example', { owner: person })
      }
    },
    () => {},
  )
  expect(sent).toHaveLength(403)
  expect(sent.indexOf('first@person.example')).toBeLessThan(102)
  expect(sent.indexOf('second@person.example')).toBeLessThan(104)
  const [lastLink, firstNews] = [sent.indexOf('invited-199@flood.example'), sent.indexOf('news-0@flood.example')]
  expect(lastLink).toBeLessThan(firstNews)
  expect(sent.indexOf('news@other.example') - firstNews).toBeLessThan(3)
  // Within one owner they keep their order.
  const own = sent.filter((recipient) => recipient.startsWith('invited-'))
  expect(own).toEqual(Array.from({ length: 200 }, (_, i) => `invited-${i}@flood.example`))
})

test('the list has the newest mail first, also of those that came at one time', async () => {
  for (let i = 0; i < 20; i++) await queue(`bo${i}@quay.example`)
  const listed = (await listMails(service.context)).map(({ to }) => to)
  expect(listed).toEqual(Array.from({ length: 20 }, (_, i) => `bo${19 - i}@quay.example`))
})

test('a mail that was sent while the database is away for a moment is not sent again', async () => {
  await queue('bo@quay.example')
  let refusals = 0
  const db = new Proxy(service.context.db, {
    get(target, name) {
      if (name === 'updateTable' && received.length > 0 && ++refusals < 3) throw new Unavailable('Away.', 1)
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  await sendMails({ ...service.context, db }, sender(), (error) => {
    throw error
  })
  expect(refusals).toBe(3)
  service.time.now = inMinutes(10)
  await send()
  expect(received).toHaveLength(1)
  expect(await statuses()).toEqual(['sent'])
})
