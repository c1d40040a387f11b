import { createServer } from 'node:https'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { generate } from 'selfsigned'
import { afterAll, beforeAll } from 'vitest'
import { buildConnector } from 'undici'
import { guardedConnector } from '../../server/src/catalogue/images/fetch-image.ts'
import type { Resolve } from '../../server/src/catalogue/images/fetch-image.ts'

/** The file of a service that copies images from such a host: it is in TEST_IMAGE_HOST, as JSON. */
export const WITH_IMAGE_HOST = fileURLToPath(new URL('serve-with-image-host.ts', import.meta.url))

/** A host of images that is not public, and its own certificate authority, in PEM. */
export type TestHost = { host: string; ca: string }

/** The guard of the service, except that this host is let through. */
export function letThrough({ host, ca }: TestHost, resolve: Resolve): buildConnector.connector {
  const guarded = guardedConnector(resolve)
  const through = buildConnector({ allowH2: false, ca })
  return (options, callback) => (`${options.hostname}:${options.port}` === host ? through : guarded)(options, callback)
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void

export type ImageHost = {
  /** Its name is `localhost`. */
  port: number
  /** For `letThrough`. */
  testHost: TestHost
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
