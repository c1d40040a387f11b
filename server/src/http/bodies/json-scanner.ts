const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/**
 * Scans a JSON text while its bytes arrive. It counts the values: lists, objects and their entries. The time and memory of
 * parsing depend on the number of values, not on the length: an empty object of two bytes takes fifty bytes of memory. It
 * also finds the rows: the entries of lists on the second level.
 */
export class JsonScanner {
  /** Values so far. Meaningless where the text is not JSON. */
  count = 0
  #inText = false
  /** Whether a backslash escapes the next byte. */
  #escaped = false
  #depth = 0
  #inRows = false

  /** Calls `cut` with each position in `bytes` where a row begins or ends, in turns. */
  add(bytes: Buffer, cut: (at: number) => void): void {
    for (let at = 0; at < bytes.length;) at = this.#inText ? this.#skipText(bytes, at) : this.#scan(bytes, at, cut)
  }

  /** Returns the position behind the next quote. */
  #scan(bytes: Buffer, start: number, cut: (at: number) => void): number {
    const quote = bytes.indexOf(QUOTE, start)
    const end = quote < 0 ? bytes.length : quote
    let count = 0
    for (let at = start; at < end; at++) {
      const byte = bytes[at]
      if (byte === COMMA) {
        count++
        if (this.#inRows && this.#depth === 2) {
          cut(at)
          cut(at + 1)
        }
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        count++
        if (this.#opensRows(byte)) cut(at + 1)
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        if (this.#closesRows()) cut(at)
      }
    }
    this.count += count
    this.#inText = quote >= 0
    return end + 1
  }

  #opensRows(byte: number): boolean {
    this.#depth++
    if (this.#depth !== 2 || byte !== OPEN_LIST) return false
    this.#inRows = true
    return true
  }

  #closesRows(): boolean {
    this.#depth--
    if (this.#depth !== 1 || !this.#inRows) return false
    this.#inRows = false
    return true
  }

  /** Returns the position behind the next quote. The quote ends the text, unless it is escaped. */
  #skipText(bytes: Buffer, start: number): number {
    const from = this.#escaped ? start + 1 : start
    const quote = bytes.indexOf(QUOTE, from)
    const end = quote < 0 ? bytes.length : quote
    let escaping = end
    while (escaping > from && bytes[escaping - 1] === BACKSLASH) escaping--
    const escaped = (end - escaping) % 2 === 1
    this.#escaped = quote < 0 && escaped
    this.#inText = quote < 0 || escaped
    return end + 1
  }
}
