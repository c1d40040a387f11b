import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { promisify } from 'node:util'
import type { Config } from '../../config.ts'
import { greetSmtp } from '../../jobs/mail/smtp.ts'
import { checkCertificate, daysLeft } from './configuration.ts'
import { checkBackups, checkImageFolder } from './disks.ts'
import { ok, problem, warning } from './finding.ts'
import type { Finding } from './finding.ts'

const TIMEOUT_MS = 10_000

/** Examines what the service needs around it: clock, public address, mail, disks and backups. It changes nothing. */
export async function examineSurroundings(config: Config): Promise<Finding[]> {
  const now = new Date()
  const { publicUrl, images } = config
  const findings = await Promise.all([
    checkTimeSync(),
    checkPublicUrl(publicUrl, now),
    checkMail(config),
    'folder' in images.keep ? checkImageFolder(images.keep.folder) : [],
    checkBackups(config, now),
  ])
  return findings.flat()
}

/** Checks that the clock of this machine is kept right. */
async function checkTimeSync(): Promise<Finding> {
  const check = 'clock'
  try {
    const { stdout } = await promisify(execFile)('timedatectl', ['show', '--property=NTPSynchronized', '--value'])
    if (stdout.trim() === 'yes') return ok(check, 'Synchronised by NTP.')
  } catch {
    return ok(check, 'There is no timedatectl to ask, as in a container: the host keeps the clock.')
  }
  const message = 'The clock of this machine is not synchronised: it decides when prices start and end.'
  return problem(check, message, 'apt install systemd-timesyncd && timedatectl set-ntp true')
}

/** Checks that the mail server answers and lets the service in. Nothing is sent. */
async function checkMail({ smtp }: Pick<Config, 'smtp'>): Promise<Finding> {
  const check = 'mail'
  if (!smtp) {
    const advice = 'Set SMTP_URL and MAIL_FROM. Until then, whoever invites somebody passes the link on.'
    return warning(check, 'No mail is sent: SMTP_URL is not set.', advice)
  }
  const { host } = new URL(smtp.url)
  try {
    await greetSmtp(smtp)
    return ok(check, `${host} takes mail from ${smtp.from.address}.`)
  } catch (error) {
    const advice = 'Check the host, port, user and password in SMTP_URL. Mail waits meanwhile.'
    return problem(check, `${host} does not take mail: ${(error as Error).message}.`, advice)
  }
}

/** Checks that people reach this service at PUBLIC_URL, over TLS with a valid certificate. */
async function checkPublicUrl(publicUrl: string | undefined, now: Date): Promise<Finding[]> {
  const check = 'public address'
  if (publicUrl === undefined) {
    const advice = 'Set it to where people reach the service, such as https://catalogue.example.'
    return [problem(check, 'PUBLIC_URL is not set: links in mails lead to where the service listens.', advice)]
  }
  try {
    const certificate = await checkPublicCertificate(new URL(publicUrl), now)
    return certificate.status === 'problem' ? [certificate] : [certificate, await checkAnswer(publicUrl)]
  } catch (error) {
    const { message, cause = { message } } = error as Error & { cause?: { message: string } }
    const advice = 'Check the name in the DNS, the firewall, and whether the proxy and the service run.'
    return [problem(check, `${publicUrl} cannot be reached from here: ${cause.message}.`, advice)]
  }
}

async function checkPublicCertificate({ protocol, hostname, port, origin }: URL, now: Date): Promise<Finding> {
  const check = 'certificate'
  if (protocol !== 'https:') {
    const advice = 'Set TLS_CERT and TLS_KEY, or use a proxy with TLS. Then let PUBLIC_URL begin with https.'
    return problem(check, `${origin} has none: others on the way can read passwords and prices.`, advice)
  }
  const host = hostname.replace(/^\[|\]$/g, '')
  const servername = isIP(host) ? '' : host
  const socket = connect({ host, port: Number(port || 443), servername, rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const certificate = socket.getPeerX509Certificate()!
    const advice = 'Renew it, and see the log of the proxy for why that did not happen by itself.'
    const due = checkCertificate(`The certificate of ${origin}`, certificate, now, advice)
    if (due) return due
    if (socket.authorized) return ok(check, `Valid for ${daysLeft(certificate.validToDate, now)}.`)
    const name = 'Get one for this name from an authority that browsers know, such as Let’s Encrypt.'
    return problem(check, `Browsers refuse the certificate of ${origin}: ${String(socket.authorizationError)}.`, name)
  } finally {
    socket.destroy()
  }
}

/**
 * Calls the service as its pages do. A sign-out without a session changes nothing. It is answered to pages of
 * PUBLIC_URL only, and its cookie tells whether the service knows that it is reached over TLS.
 */
async function checkAnswer(publicUrl: string): Promise<Finding> {
  const check = 'public address'
  const requestId = randomUUID()
  const { status, headers } = await fetch(`${publicUrl}/app-api/account/sign-out`, {
    method: 'POST',
    headers: { origin: publicUrl, 'x-request-id': requestId },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (headers.get('x-request-id') !== requestId) {
    const advice = 'Check the name in the DNS, and where the proxy sends its requests.'
    return problem(check, `Something else than this service answers at ${publicUrl}, with ${status}.`, advice)
  }
  if (status === 403) {
    const advice = 'Start the service with this PUBLIC_URL, too.'
    return problem(check, `The service at ${publicUrl} refuses its pages: it has another PUBLIC_URL.`, advice)
  }
  if (status !== 200) {
    return problem(check, `The service at ${publicUrl} answers with ${status}.`, 'See the log of the service.')
  }
  if (!headers.get('set-cookie')?.includes('; Secure')) {
    const advice = 'Set TRUST_PROXY to the address of the proxy, which must send X-Forwarded-Proto and X-Forwarded-For.'
    return problem(check, `The service does not know that ${publicUrl} is https: cookies are not Secure.`, advice)
  }
  return ok(check, `${publicUrl} leads to this service.`)
}
