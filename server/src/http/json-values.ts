const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const OPEN_OBJECT = 0x7b

/**
 * Counts the values of a JSON text while its bytes arrive: what is inside lists and objects, and those themselves. Parsing
 * takes time and memory by the number of values, not by the length: an empty object of two bytes becomes fifty.
 */
export class JsonValueCounter {
  /** So far. Of a text that is not JSON, it is some number. */
  count = 0
  #inText = false
  /** Whether the next byte is escaped by the last one. */
  #escaped = false

  add(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) at = this.#inText ? this.#skipText(bytes, at) : this.#countValues(bytes, at)
  }

  /** Returns where the text behind the next quote begins. */
  #countValues(bytes: Buffer, start: number): number {
    const quote = bytes.indexOf(QUOTE, start)
    const end = quote < 0 ? bytes.length : quote
    let count = 0
    for (let at = start; at < end; at++) {
      const byte = bytes[at]
      if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) count++
    }
    this.count += count
    this.#inText = quote >= 0
    return end + 1
  }

  /** Returns where the text goes on behind the next quote, which is its end unless it is escaped. */
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
