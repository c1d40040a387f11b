import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { exchange } from '../given/exchange.ts'
import { refusal } from '../given/given.ts'

const service = useService()

const connectTo = (target: string) =>
  exchange(service.url, `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\nHello?`)

test.each(['shop.example:443', '/api/v1/pallets'])('a CONNECT to %s finds nothing', async (target) => {
  expect(await connectTo(target)).toEqual(refusal(404, 'not_found'))
})

test('a CONNECT to a path of the API is a method that it does not have', async () => {
  const answer = await connectTo('/api/v1/products')
  expect(answer).toEqual(refusal(405, 'method_not_allowed'))
  expect(answer.headers.get('allow')).toBe('GET, HEAD, PUT')
  expect(answer.headers.get('connection')).toBe('close')
})

test('a client that hangs up in the middle of it leaves the service as it was', async () => {
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  socket.write('CONNECT shop.example:443 HTTP/1.1\r\nHost: shop.example\r\n\r\n', () => socket.resetAndDestroy())
  await once(socket, 'close')
  expect(await connectTo('/api/v1/brands')).toEqual(refusal(405, 'method_not_allowed'))
})
