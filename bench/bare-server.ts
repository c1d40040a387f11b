/** A server that does nothing but answer with the bytes it is sent: the limit of what HTTP costs on this machine. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

let answer: { status: number; body: string } = { status: 200, body: '{}' }

const server = createServer((request, response) => {
  request.resume()
  if (answer.status === 304) {
    response.writeHead(304).end()
    return
  }
  response.writeHead(answer.status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(answer.body),
  })
  response.end(answer.body)
})

process.on('message', (message: typeof answer) => {
  answer = message
  process.send!('ready')
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
// It ends with the bench, however that ends.
process.once('disconnect', () => process.exit())
