import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { listMails, queueMail } from '../../server/src/jobs/mail/queue-mail.ts'
import type { Mail } from '../../server/src/jobs/mail/queue-mail.ts'
import { sendMails } from '../../server/src/jobs/mail/send-mails.ts'
import { smtpSender } from '../../server/src/jobs/mail/smtp.ts'
import { useOwnService } from './service.ts'

export const LOGO = 'f'.repeat(32)
/** An order that is there, and one that was deleted meanwhile. */
export const [ORDER, GONE] = ['01970000-0000-7000-8000-000000000001', '01970000-0000-7000-8000-000000000002']

const FLOODED = { workspaceId: '01970000-0000-7000-8000-0000000000aa' }

export type SmtpStep = 'greeting' | 'AUTH' | 'MAIL FROM' | 'RCPT TO' | 'DATA'

/** The outbox of a service of its own, empty before each test, and an SMTP server that it is sent by. */
export function useOutbox() {
  const service = useOwnService()
  const received: { recipients: string[]; source: string }[] = []
  const smtp = {
    /** What the server answers at a step, such as `550 Nobody here`; undefined goes on. */
    refuse: undefined as ((step: SmtpStep, recipient: string) => string | undefined) | undefined,
  }
  const refusal = (step: SmtpStep, recipient = '') => {
    const answer = smtp.refuse?.(step, recipient)
    if (answer === undefined) return null
    return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onConnect: (_session, done) => done(refusal('greeting')),
    onAuth: ({ username }, _session, done) => done(refusal('AUTH'), { user: username }),
    onMailFrom: (_from, _session, done) => done(refusal('MAIL FROM')),
    onRcptTo: ({ address }, _session, done) => done(refusal('RCPT TO', address)),
    onData: async (stream, session, done) => {
      const source = await text(stream)
      const refused = refusal('DATA')
      if (refused) return done(refused)
      received.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), source })
      done()
    },
  })
  let url: string

  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    url = `smtp://shop:password@127.0.0.1:${(server.server.address() as AddressInfo).port}`
  })
  afterAll(() => new Promise<void>((closed) => server.close(() => closed())))
  beforeEach(async () => {
    received.length = 0
    smtp.refuse = undefined
    service.time.now = new Date('2026-03-02T09:30:00.000Z')
    await service.context.db.deleteFrom('mail').execute()
  })

  const inMinutes = (minutes: number) => new Date(service.time.now.getTime() + minutes * 60_000)

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
      { url, from: { name: 'Harbour', address: 'noreply@trade.example' } },
      {
        image: async (digest) => {
          if (digest !== LOGO) throw new Error('The store of images is away.')
          return Buffer.from('a logo')
        },
        order: async (_workspaceId, id) =>
          id === GONE ? null : { filename: 'order-1001.pdf', content: Buffer.from('PDF') },
        quote: async () => ({ filename: 'quote-1.pdf', content: Buffer.from('PDF') }),
      },
    )

  /** Sends what is due, and returns the failures. */
  async function send(): Promise<{ responseCode?: number | undefined }[]> {
    const failures: { responseCode?: number | undefined }[] = []
    await sendMails(service.context, sender(), (error) => {
      failures.push(error)
    })
    return failures
  }

  const statuses = async () => (await listMails(service.context)).map(({ status }) => status)

  return { service, smtp, received, inMinutes, queue, sender, send, statuses }
}
