import { Agent, fetch } from 'undici'
import type { buildConnector } from 'undici'
import type { CustomFetch } from 'openid-client'
import { guardedConnector, resolveByDns } from '../../catalogue/images/fetch-image.ts'

/** For one call to a provider, in milliseconds. */
const TIMEOUT_MS = 10_000
/** What a provider says of itself, and its keys, are a few kilobytes. */
const MAX_BYTES = 500_000

/** Calls to identity providers. As with images, only public addresses are reached; https is the client's own rule. */
export function providerFetch(connect: buildConnector.connector = guardedConnector(resolveByDns)): CustomFetch {
  const dispatcher = new Agent({ connect, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS })
  return async (url, { body, method, headers }) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const init = { method, headers, signal, dispatcher, redirect: 'manual' as const }
    const answer = await fetch(url, body == null ? init : { ...init, body: body as string })
    const parts: Uint8Array[] = []
    let bytes = 0
    for await (const part of answer.body ?? []) {
      bytes += (part as Uint8Array).length
      if (bytes > MAX_BYTES) throw new Error('The provider answers with more than 500 kB.')
      parts.push(part as Uint8Array)
    }
    const isEmpty = [204, 304].includes(answer.status)
    return new Response(isEmpty ? null : Buffer.concat(parts), {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
    })
  }
}
