import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** How long an answer may take, in milliseconds and unless said, before the test says that there was none. */
const PATIENCE_MS = 20_000

export type RawAnswer = { status: number; headers: Map<string, string[]>; body: string }

/** A connection that sends any bytes, and reads the answers to them. */
export class Connection {
  readonly #socket: Socket
  readonly #closed: Promise<unknown>
  #wake = () => {}
  #received = Buffer.alloc(0)
  readonly #patienceMs: number
  /** Why the connection broke, if it did. */
  error: Error | undefined

  constructor(port: number, { patienceMs = PATIENCE_MS } = {}) {
    this.#patienceMs = patienceMs
    this.#socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    this.#closed = new Promise((closed) => this.#socket.once('close', closed))
    // A server that hangs up while it is being written to is no failure; that there is no answer would be.
    this.#socket.on('error', (error) => (this.error = error))
    this.#socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk])
      this.#wake()
    })
    this.#socket.on('end', () => this.#socket.end()).on('close', () => this.#wake())
  }

  get open(): boolean {
    return this.#socket.writable
  }

  /** Sends bytes piece by piece, each in its own packet as far as that can be had. */
  async send(...pieces: Buffer[]): Promise<void> {
    if (this.#socket.connecting) await once(this.#socket, 'connect')
    this.#socket.setNoDelay()
    for (const piece of pieces) {
      if (this.#socket.writable) this.#socket.write(piece)
      if (pieces.length > 1) await setImmediate()
    }
  }

  /** The next answer, to a request of this method. Undefined where the server hung up. */
  async answer({ method } = { method: 'GET' }): Promise<RawAnswer | undefined> {
    for (;;) {
      const answer = this.#take(method === 'HEAD')
      if (answer && answer.status >= 200) return answer
      if (answer) continue
      if (this.#socket.readableEnded || this.#socket.destroyed) return undefined
      await this.#news()
    }
  }

  /** Says that nothing more comes, and returns what is answered until the server hangs up. */
  async finish(): Promise<RawAnswer[]> {
    this.#socket.end()
    const answers: RawAnswer[] = []
    for (let answer = await this.answer(); answer; answer = await this.answer()) answers.push(answer)
    return answers
  }

  async close(): Promise<void> {
    this.#socket.destroy()
    await this.#closed
  }

  #news(): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => reject(new Error('There is no answer.')), this.#patienceMs)
      this.#wake = () => {
        clearTimeout(giveUp)
        resolve()
      }
    })
  }

  /** An answer that has come whole; the service tells the length of each. */
  #take(bodiless: boolean): RawAnswer | undefined {
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    const [first = '', ...lines] = this.#received.subarray(0, end).toString('latin1').split('\r\n')
    const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(first) ?? []
    if (status === undefined) throw new Error(`This is no answer: ${first}`)
    const headers = new Map<string, string[]>()
    for (const line of lines) {
      const colon = line.indexOf(':')
      const name = line.slice(0, colon).toLowerCase()
      headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()])
    }
    const noBody = bodiless || status === '304' || status.startsWith('1')
    const length = noBody ? 0 : Number(headers.get('content-length')?.[0])
    if (Number.isNaN(length)) throw new Error(`An answer does not tell its length: ${first}, ${lines.join(', ')}`)
    if (this.#received.length < end + 4 + length) return undefined
    const sent = this.#received.subarray(end + 4, end + 4 + length)
    const body = (length === 0 ? sent : decoded(sent, headers.get('content-encoding')?.[0])).toString()
    this.#received = this.#received.subarray(end + 4 + length)
    return { status: Number(status), headers, body }
  }
}

function decoded(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(bytes)
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes
}
