import { ImageProblem } from './image-problem.ts'

const UNKNOWN_NAME = new Set(['ENOTFOUND', 'ENODATA', 'EAI_AGAIN', 'EAI_NONAME'])
const NOT_ACCEPTED = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'])
const TOO_SLOW = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])
const CERTIFICATE = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|EPROTO|ERR_SSL_)/

/** Puts an error of the network into words for staff. All of them may pass. */
export function describeFetchError(host: string, error: unknown): ImageProblem {
  return new ImageProblem(`${sentence(host, error as Error & { code?: string })}.`, { isTemporary: true })
}

function sentence(host: string, { name, code = '' }: Error & { code?: string }): string {
  if (name === 'TimeoutError' || TOO_SLOW.has(code)) return `The server ${host} took too long`
  if (UNKNOWN_NAME.has(code)) return `There is no server named ${host}`
  if (NOT_ACCEPTED.has(code)) return `The server ${host} does not accept connections`
  if (CERTIFICATE.test(code)) return `The certificate of ${host} is not valid (${code})`
  return `The connection to ${host} broke${code ? ` (${code})` : ''}`
}
