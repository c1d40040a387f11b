import { expect, test } from 'vitest'
import { useOutbox } from '../given/use-outbox.ts'
import type { SmtpStep } from '../given/use-outbox.ts'

const { service, smtp, received, inMinutes, queue, send, statuses } = useOutbox()

const BLOCKED = '5.7.1 Service unavailable; client host [192.0.2.1] blocked'
const REFUSALS_OF_US: [SmtpStep, string][] = [
  ['greeting', `554 ${BLOCKED}`],
  ['AUTH', '535 5.7.8 Authentication failed: password expired'],
  ['AUTH', '534 5.7.9 Application-specific password required'],
  ['AUTH', '530 5.7.0 Must issue a STARTTLS command first'],
  ['MAIL FROM', '550 5.7.60 Client does not have permissions to send as this sender'],
  ['MAIL FROM', '550 5.4.5 Daily user sending limit exceeded'],
  ['MAIL FROM', '501 5.1.7 Bad sender address syntax'],
  ['MAIL FROM', '552 5.2.2 Quota of this account is used up'],
  ['RCPT TO', '530 Authentication required'],
  ['RCPT TO', '554 5.7.1 Relay access denied'],
  ['RCPT TO', `554 ${BLOCKED}`],
  ['RCPT TO', '550 relaying denied'],
  ['RCPT TO', '554 relay access denied'],
  ['RCPT TO', '550 5.0.0 <bo@quay.example>... We do not relay'],
  ['RCPT TO', "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"],
  ['RCPT TO', '553 Sorry, that domain is not in my list of allowed rcpthosts'],
  ['RCPT TO', '550 Unable to relay for bo@quay.example'],
  ['RCPT TO', '550 not local; please authenticate'],
  ['RCPT TO', '503 This server requires authentication'],
  ['RCPT TO', '550 Delivery is not allowed to this address'],
  ['RCPT TO', '550 192.0.2.5.1.1 is listed: blocked by zen.example'],
  ['RCPT TO', '550 Administrative prohibition'],
  ['RCPT TO', '550 Sender verify failed'],
  ['RCPT TO', '554 Too many messages in this hour'],
  ['RCPT TO', '550 5.1.8 Sender address rejected: domain not found'],
  ['DATA', '550 5.4.5 Daily user sending limit exceeded'],
  ['DATA', '550 5.7.26 This mail has been blocked because the sender is unauthenticated'],
]

const REFUSALS_OF_A_MAIL: [SmtpStep, string][] = [
  ['RCPT TO', '550 5.1.1 Nobody here'],
  ['RCPT TO', '550 No such user'],
  ['RCPT TO', '550 relay@quay.example: No such user'],
  ['RCPT TO', '550 sorry, no mailbox here by that name (#5.1.1)'],
  ['RCPT TO', '550 Requested action not taken: mailbox unavailable'],
  ['RCPT TO', '553 Requested action not taken: mailbox name not allowed'],
  ['RCPT TO', '551 User not local; please try <forward@quay.example>'],
  ['RCPT TO', '550 Unrouteable address'],
  ['RCPT TO', '554 Unknown user'],
  ['RCPT TO', '553 5.1.3 Bad address syntax'],
  ['RCPT TO', '552 5.2.2 Mailbox full'],
  ['RCPT TO', '550 5.4.1 Recipient address rejected: access denied'],
  ['DATA', '552 5.3.4 Message too big'],
  ['DATA', '554 5.6.0 Message contains an attachment that is not allowed'],
  ['DATA', '554 5.7.1 Message rejected as spam'],
]

test('while a server refuses the service, a mail is tried again for as long as it is of use, its link whole', async () => {
  await queue('bo@quay.example', { minutes: 3 * 24 * 60 })
  for (const [step, answer] of REFUSALS_OF_US) {
    service.time.now = inMinutes(2 * 60)
    smtp.refuse = (at) => (at === step ? answer : undefined)
    expect([answer, (await send()).length, await statuses()]).toEqual([answer, 1, ['queued']])
  }
  smtp.refuse = undefined
  service.time.now = inMinutes(17 * 60)
  expect(await send()).toEqual([])
  expect(received[0]!.source).toContain('https://trade.example/invitation/s3cret')
  expect(await statuses()).toEqual(['sent'])
})

test('a mail that is refused itself has failed, and the others are sent', async () => {
  for (const [i, [step, answer]] of REFUSALS_OF_A_MAIL.entries()) {
    smtp.refuse = (at) => (at === step ? answer : undefined)
    await queue('no@quay.example')
    const refused = await send()
    smtp.refuse = undefined
    await queue('bo@quay.example')
    const told = [answer, refused.length, await send(), (await statuses()).slice(0, 2), received.length]
    expect(told).toEqual([answer, 1, [], ['sent', 'failed'], i + 1])
  }
})
