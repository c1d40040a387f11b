import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { checkCertificate, daysLeft } from '../certificate.ts'
import { ok, problem } from '../finding.ts'
import type { Finding } from '../finding.ts'

const TIMEOUT_MS = 10_000

/** Checks that people reach this service at PUBLIC_URL, over TLS with a valid certificate. */
export async function checkPublicUrl(publicUrl: string | undefined, now: Date): Promise<Finding[]> {
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
  const socket = connect({
    host,
    port: Number(port || 443),
    servername: isIP(host) ? '' : host,
    rejectUnauthorized: false,
  })
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
