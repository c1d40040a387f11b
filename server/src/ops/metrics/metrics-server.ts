import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OperatorError } from '../../errors.ts'
import { httpUrl } from '../../lib/site-url.ts'

/** Prometheus' text format. */
const TEXT = 'text/plain; version=0.0.4; charset=utf-8'

/**
 * Serves `/metrics` on its own port. It does not keep the process running. Throws an OperatorError where it cannot
 * listen.
 */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  read: () => Promise<string>,
): Promise<{ url: string; close: () => void }> {
  const server = createServer(({ method, url }, response) => {
    const refuse = (status: number, headers = {}) => void response.writeHead(status, headers).end()
    if (url?.split('?')[0] !== '/metrics') return refuse(404)
    if (method !== 'GET' && method !== 'HEAD') return refuse(405, { allow: 'GET, HEAD' })
    read().then(
      (text) => response.writeHead(200, { 'content-type': TEXT }).end(text),
      () => refuse(500),
    )
  })
  await new Promise<void>((resolve, reject) => {
    const refused = ({ message }: Error) =>
      reject(new OperatorError(`Cannot listen for metrics on ${host}:${port}: ${message}`))
    server.once('error', refused).listen({ host, port }, resolve)
  })
  server.unref()
  const opened = server.address() as AddressInfo
  return {
    url: `${httpUrl(opened.address, opened.port)}/metrics`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
