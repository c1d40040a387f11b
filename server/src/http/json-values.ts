const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const OPEN_OBJECT = 0x7b

/**
 * Counts the values of a JSON text while its bytes arrive: lists, objects and their entries. The time and memory of parsing
 * depend on the number of values, not on the length: an empty object of two bytes takes fifty bytes of memory.
 */
export class JsonValueCounter {
  /** So far. Meaningless where the text is not JSON. */
  count = 0
  #inText = false
  /** Whether a backslash escapes the next byte. */
  #escaped = false

  add(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) at = this.#inText ? this.#skipText(bytes, at) : this.#countValues(bytes, at)
  }

  /** Returns the position behind the next quote. */
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
