import { createServer } from 'node:https'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'
import { afterAll, beforeAll } from 'vitest'
import type { ImageTestHost } from '../../server/src/config.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

export type ImageHost = {
  /** Its name is `localhost`. */
  port: number
  /** What lets the service through to it. */
  testHost: ImageTestHost
  /** Puts bytes or an answer at a path, and returns its URL. */
  put: (path: string, answer: Uint8Array | string | Answer) => string
  requests: { path: string; headers: IncomingHttpHeaders }[]
  close: () => void
}

/** An HTTPS server on loopback, with its own certificate, that serves images. */
export async function startImageHost(): Promise<ImageHost> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  })
  const answers = new Map<string, Answer>()
  const requests: ImageHost['requests'] = []
  const server = createServer({ cert, key }, (request, response) => {
    requests.push({ path: request.url!, headers: request.headers })
    const answer = answers.get(request.url!)
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    testHost: { host: `localhost:${port}`, ca: cert },
    requests,
    put: (path, answer) => {
      answers.set(path, typeof answer === 'function' ? answer : (_request, response) => void response.end(answer))
      return `https://localhost:${port}${path}`
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The same for the tests of a file. */
export function useImageHost(): ImageHost {
  const host = {} as ImageHost
  beforeAll(async () => void Object.assign(host, await startImageHost()))
  afterAll(() => host.close())
  return host
}
