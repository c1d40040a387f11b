import fc from 'fast-check'
import type { Operation } from './description.ts'
import type { KnownValues } from './known-values.ts'

const MAX_SHOWN = 2_000

/** Who asks: what of the service's rules follows from the key. */
export type Caller = 'writer' | 'reader' | 'neighbour' | 'lapsed' | 'demo' | 'revoked' | 'nobody'

type Parts = Pick<Request, 'operation' | 'caller' | 'method' | 'target' | 'headers' | 'body'>

/** A request as it goes over the wire, but for what frames it. */
export class Request {
  readonly operation: Operation
  readonly caller: Caller
  readonly method: string
  /** Path and query, encoded; one character a byte. */
  readonly target: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Buffer | undefined

  constructor({ operation, caller, method, target, headers, body }: Parts) {
    this.operation = operation
    this.caller = caller
    this.method = method
    this.target = target
    this.headers = headers
    this.body = body
  }

  /** The same with the ids and keys that exist by now. */
  filled(known: KnownValues): Request {
    return new Request({
      ...this,
      target: known.fill(this.target),
      headers: this.headers.map(([name, value]) => [name, known.fill(value)] as const),
      body: this.body && Buffer.from(known.fill(this.body.toString('latin1')), 'latin1'),
    })
  }

  /** The same from a client that has the answer of this tag. */
  ifNoneMatch(tag: string): Request {
    return new Request({ ...this, headers: [...this.headers, ['If-None-Match', tag]] })
  }

  bytes(): Buffer {
    const body = this.body ?? Buffer.alloc(0)
    return Buffer.concat([this.#head(this.body ? [['Content-Length', String(body.length)]] : []), body])
  }

  /** The same with its body in chunks, cut at these places. */
  chunkedBytes(cuts: readonly number[]): Buffer[] {
    const chunks = inPieces(this.body ?? Buffer.alloc(0), cuts).filter(({ length }) => length > 0)
    const framed = chunks.map((chunk) =>
      Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]),
    )
    return [this.#head([['Transfer-Encoding', 'chunked']]), ...framed, Buffer.from('0\r\n\r\n')]
  }

  #head(framing: [string, string][]): Buffer {
    const fields = [['Host', 'localhost'] as const, ...this.headers, ...framing]
    const lines = fields.map(([name, value]) => `${name}: ${value}`)
    return Buffer.from([`${this.method} ${this.target} HTTP/1.1`, ...lines, '', ''].join('\r\n'), 'latin1')
  }

  /** How a failing one is shown. */
  [fc.toStringMethod](): string {
    return JSON.stringify(this.bytes().toString('latin1').slice(0, MAX_SHOWN))
  }
}

/** Bytes cut at these places, wherever those come to lie. */
export function inPieces(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]
  return places.slice(1).map((end, i) => bytes.subarray(places[i], end))
}
