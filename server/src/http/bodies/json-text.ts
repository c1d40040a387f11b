import { DomainError } from '../../errors.ts'
import { mapInSlices } from '../../map-in-slices.ts'
import { JsonScanner } from './json-scanner.ts'

/** The body is not JSON in UTF-8. */
export class InvalidJson extends DomainError {
  readonly code = 'invalid_json'
}

/** In characters. Parsing as many takes a few milliseconds. */
const SLICED_FROM = 1_000_000

/** Texts with more rows are parsed at once. No call may have as many, and each row that is cut out costs a microsecond. */
const MAX_ROWS = 2_000

/** A JSON text that arrives in chunks, and is decoded meanwhile. Throws InvalidJson. */
export class JsonText {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  readonly #scanner: JsonScanner | undefined
  readonly #slicedFrom: number
  /** In turns: text around rows, and a row. */
  readonly #pieces = ['']

  /**
   * `scanned`: whether to count the values and to find the rows. A text that is not scanned is parsed at once.
   * `slicedFrom`: a text of more characters is parsed in slices.
   */
  constructor({ scanned, slicedFrom = SLICED_FROM }: { scanned: boolean; slicedFrom?: number }) {
    this.#slicedFrom = slicedFrom
    if (scanned) this.#scanner = new JsonScanner()
  }

  /** So far; 0 where the text is not scanned. */
  get values(): number {
    return this.#scanner?.count ?? 0
  }

  add(chunk: Buffer): void {
    let from = 0
    this.#scanner?.add(chunk, (at) => {
      if (this.#hasTooManyRows) return
      this.#append(chunk.subarray(from, at))
      this.#pieces.push('')
      from = at
    })
    this.#append(chunk.subarray(from))
  }

  /** Parses the text, once all has arrived. */
  async parse(): Promise<unknown> {
    this.#append()
    const length = this.#pieces.reduce((sum, piece) => sum + piece.length, 0)
    const isSliced = length > this.#slicedFrom && !this.#hasTooManyRows
    return isSliced ? this.#parseInSlices() : parse(this.#pieces.join(''))
  }

  get #hasTooManyRows(): boolean {
    return this.#pieces.length > 2 * MAX_ROWS
  }

  /** Without a chunk, it flushes the decoder. */
  #append(chunk?: Buffer): void {
    try {
      this.#pieces[this.#pieces.length - 1] += this.#decoder.decode(chunk, { stream: chunk !== undefined })
    } catch (error) {
      throw invalid((error as Error).message)
    }
  }

  /** Parses each row, and then the text around them, in which numbers stand for the rows. */
  async #parseInSlices(): Promise<unknown> {
    const places = this.#pieces.keys().filter((place) => place % 2 === 1)
    const rows: unknown[] = []
    await mapInSlices([...places], (place) => {
      const row = this.#pieces[place]!
      // An empty list has only space where a row would be.
      if (row.trim() === '') return
      this.#pieces[place] = `${rows.length}`
      rows.push(parse(row, 'In an entry of a list: '))
    })
    const value = parse(this.#pieces.join(''))
    const lists = typeof value === 'object' && value !== null ? Object.values(value).filter(Array.isArray) : []
    for (const list of lists) list.forEach((row: number, i) => (list[i] = rows[row]))
    return value
  }
}

function parse(text: string, where = ''): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalid(text === '' ? 'It is empty' : where + (error as Error).message)
  }
}

function invalid(why: string): InvalidJson {
  return new InvalidJson(`The body is not valid JSON. ${why}.`)
}
