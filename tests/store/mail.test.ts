import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listMails } from '../../server/src/mail/list-mails.ts'
import { queueMail } from '../../server/src/mail/queue-mail.ts'
import type { Mail } from '../../server/src/mail/queue-mail.ts'
import { Unavailable } from '../../server/src/errors.ts'
import { removeOldMails, sendMails } from '../../server/src/mail/send-mails.ts'
import { smtpSender } from '../../server/src/mail/smtp.ts'
import { useOwnService } from '../service.ts'

const service = useOwnService()
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const LOGO = 'f'.repeat(32)
/** An order that is there, and one that was deleted meanwhile. */
const [ORDER, GONE] = ['01970000-0000-7000-8000-000000000001', '01970000-0000-7000-8000-000000000002']

/** What the SMTP server answers to a recipient; undefined takes the mail. */
let refuse: ((recipient: string) => Error | undefined) | undefined
const received: { recipients: string[]; source: string }[] = []
const options: SMTPServerOptions = {
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) => done(refuse?.(address)),
  onData: async (stream, session, done) => {
    const source = await text(stream)
    received.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), source })
    done()
  },
}
const smtp = new SMTPServer(options)
let url: string

beforeAll(async () => {
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  url = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`
})
afterAll(() => new Promise<void>((closed) => smtp.close(() => closed())))
beforeEach(async () => {
  received.length = 0
  refuse = undefined
  service.time.now = new Date('2026-03-02T09:30:00.000Z')
  await service.context.db.deleteFrom('mail').execute()
})

const inMinutes = (minutes: number) => new Date(service.time.now.getTime() + minutes * MINUTE_MS)

const FLOODED = { workspaceId: '01970000-0000-7000-8000-0000000000aa' }

async function queue(
  to: string,
  {
    subject = 'Join Quay Café',
    secret = 's3cret' as string | null,
    minutes = 600,
    owner = FLOODED as Mail['owner'],
    look = undefined as Mail['look'],
    orderId = undefined as string | undefined,
  } = {},
): Promise<void> {
  await queueMail(service.context, {
    owner,
    to,
    subject,
    ...(look && { look }),
    ...(orderId && { orderId }),
    paragraphs: ['Hello Bo & <Co>,', 'join us.'],
    link: { label: 'Join', url: `https://trade.example/invitation/${secret}`, secret },
    sendBefore: inMinutes(minutes),
  })
}

const sender = () =>
  smtpSender(
    { url, from: 'Harbour <noreply@trade.example>' },
    {
      image: async (digest) => {
        if (digest !== LOGO) throw new Error('The store of images is away.')
        return Buffer.from('a logo')
      },
      order: async (_workspaceId, id) =>
        id === GONE ? null : { filename: 'order-1001.pdf', content: Readable.from(['PDF']) },
    },
  )

/** The HTML of a mail, and what is attached to it. */
const htmlOf = (source: string) =>
  source.slice(source.indexOf('Content-Type: text/html')).replaceAll('=\r\n', '').replaceAll('=3D', '=')

/** Sends what is due, and returns the failures. */
async function send(): Promise<{ responseCode?: number | undefined }[]> {
  const failures: { responseCode?: number | undefined }[] = []
  await sendMails(service.context, sender(), (error) => {
    failures.push(error)
  })
  return failures
}

const statuses = async () => (await listMails(service.context)).map(({ status }) => status)

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
  const look = { name: evil, colour: '#7a1f3d', secondColour: '#0a7a50', address: `1 Quay Street\n${evil}`, logo: LOGO }
  await queue(`bo@quay.example`, { look })
  await queue(`cy@quay.example`, { look: { ...look, logo: '0'.repeat(32) } })
  expect(await send()).toEqual([])
  const [withLogo, without] = received.map(({ source }) => htmlOf(source))
  expect(withLogo).not.toContain('<script')
  expect(withLogo).toContain('background:#7a1f3d;color:#ffffff')
  expect(withLogo).toContain('border-top:4px solid #0a7a50')
  expect(withLogo).toContain('1 Quay Street<br>&quot;&gt;&lt;script&gt;')
  expect(withLogo).toContain('src="cid:logo"')
  expect(withLogo).toMatch(/^Content-ID: <logo>\r$/im)
  expect(received[0]!.source).toMatch(/^Content-Type: multipart\/alternative/im)
  expect(without).not.toMatch(/cid:logo|Content-ID:/i)
})

test('what cannot be sent now is tried again, later and later', async () => {
  refuse = () => Object.assign(new Error('Later.'), { responseCode: 451 })
  await queue('bo@quay.example')
  expect(await send()).toMatchObject([{ responseCode: 451 }])
  expect(await statuses()).toEqual(['queued'])
  expect(await send()).toEqual([])
  service.time.now = inMinutes(1)
  expect(await send()).toHaveLength(1)
  service.time.now = inMinutes(1)
  expect(await send()).toEqual([])
  refuse = undefined
  service.time.now = inMinutes(1)
  expect(await send()).toEqual([])
  expect(await statuses()).toEqual(['sent'])
})

test('what is refused for good has failed, and the others are sent', async () => {
  refuse = (recipient) =>
    recipient.startsWith('no') ? Object.assign(new Error('Nobody here.'), { responseCode: 550 }) : undefined
  for (const to of ['no@quay.example', 'bo@quay.example']) await queue(to)
  expect(await send()).toHaveLength(1)
  expect((await statuses()).toSorted()).toEqual(['failed', 'sent'])
})

test('two processes send each mail once', async () => {
  for (let i = 0; i < 15; i++) await queue(`bo${i}@quay.example`)
  await Promise.all([send(), send()])
  expect(received.map(({ recipients }) => recipients[0]).toSorted()).toEqual(
    Array.from({ length: 15 }, (_, i) => `bo${i}@quay.example`).toSorted(),
  )
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
  for (let i = 0; i < 1_000; i++) {
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
  expect(sent).toHaveLength(2_003)
  // What is claimed already goes first: ten at a time.
  expect(sent.indexOf('first@person.example')).toBeLessThan(111)
  expect(sent.indexOf('second@person.example')).toBeLessThan(121)
  const [lastLink, firstNews] = [sent.indexOf('invited-999@flood.example'), sent.indexOf('news-0@flood.example')]
  expect(lastLink).toBeLessThan(firstNews)
  expect(sent.indexOf('news@other.example') - firstNews).toBeLessThan(3)
  // Within one owner they keep their order.
  const own = sent.filter((recipient) => recipient.startsWith('invited-'))
  expect(own).toEqual(Array.from({ length: 1_000 }, (_, i) => `invited-${i}@flood.example`))
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
