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
  #escaped = false

  add(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#escaped) this.#escaped = false
      else if (byte === QUOTE) this.#inText = !this.#inText
      else if (this.#inText) this.#escaped = byte === BACKSLASH
      else if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) this.count++
    }
  }
}
