import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * Sends text as it is, for what no HTTP client would send, and returns all that comes back until the service hangs up.
 */
export async function exchange(url: string, request: string): Promise<{ status: number; headers: Headers; body: any }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(request)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const [status = '', ...fields] = head.split('\r\n')
  return {
    status: Number(status.split(' ')[1]),
    headers: new Headers(fields.map((field) => field.split(': ') as [string, string])),
    body: body === '' ? undefined : JSON.parse(body),
  }
}
