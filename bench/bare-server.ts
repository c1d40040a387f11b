/**
 * A server that does nothing but answer with the bytes it is sent, after it has read the rows behind them where it is
 * told how: the limit of what HTTP costs on this machine, alone and with the database.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openBare } from './bare-database.ts'
import type { BareDatabase, Statement } from './bare-database.ts'

export type BareAnswer = {
  status: number
  body: string
  /** Statements to run, in turn, one for each request. */
  reading?: { url: string; connections: number; statements: Statement[] } | undefined
}

let answer: BareAnswer = { status: 200, body: '{}' }
let database: BareDatabase | undefined
let count = 0

const server = createServer((request, response) => {
  request.resume()
  const statements = answer.reading?.statements
  if (!statements) return give()
  void database!.run(statements[count++ % statements.length]!).then(give)

  function give() {
    if (answer.status === 304) {
      response.writeHead(304).end()
      return
    }
    response.writeHead(answer.status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(answer.body),
    })
    response.end(answer.body)
  }
})

process.on('message', async (message: BareAnswer) => {
  answer = message
  if (message.reading) {
    const { url, connections } = message.reading
    database = await openBare({ engine: 'postgres', url }, connections)
  }
  process.send!('ready')
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
// It ends with the bench, however that ends.
process.once('disconnect', () => process.exit())
