const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, OPEN_OBJECT] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b]

/**
 * Counts the values of a JSON text while its bytes arrive: lists, objects and their entries. The time and memory of
 * parsing depend on the number of values, not on the length: an empty object of two bytes takes fifty bytes of memory.
 */
export class ValueCounter {
  /** Values so far. Meaningless where the text is not JSON. */
  count = 0
  #inText = false
  /** Whether a backslash escapes the next byte. */
  #escaped = false

  add(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) {
      const from = this.#escaped ? at + 1 : at
      // Most bytes are in texts, and Node finds their ends fast.
      const quote = bytes.indexOf(QUOTE, from)
      const end = quote < 0 ? bytes.length : quote
      const escaped = this.#inText && endsEscaped(bytes, from, end)
      if (!this.#inText) this.#countBetween(bytes, from, end)
      this.#escaped = quote < 0 && escaped
      if (quote >= 0 && !escaped) this.#inText = !this.#inText
      at = end + 1
    }
  }

  #countBetween(bytes: Buffer, start: number, end: number): void {
    let count = 0
    for (let at = start; at < end; at++) {
      const byte = bytes[at]
      if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) count++
    }
    this.count += count
  }
}

/** Whether what follows is escaped: by an odd number of backslashes. */
function endsEscaped(bytes: Buffer, start: number, end: number): boolean {
  let at = end
  while (at > start && bytes[at - 1] === BACKSLASH) at--
  return (end - at) % 2 === 1
}
