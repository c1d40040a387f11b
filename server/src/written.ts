/** JSON in pieces, as text or as bytes in UTF-8, within each other, that is put together once: where it leaves. */
export type Written = string | Buffer | readonly Written[]

/** In UTF-8, of a unit of a JavaScript string. */
const MOST_BYTES_PER_UNIT = 3
/** Where pieces are put together; it grows to what the largest answer has needed. */
let room = Buffer.allocUnsafe(65_536)

/** The pieces in one. */
export function inOne(written: Written): Buffer {
  const end = put(written, 0)
  return Buffer.from(room.subarray(0, end))
}

/** Puts pieces into the room from there on; returns where they end. */
function put(written: Written, start: number): number {
  if (typeof written === 'string') {
    reserve(start + written.length * MOST_BYTES_PER_UNIT, start)
    return start + room.write(written, start)
  }
  if (Buffer.isBuffer(written)) {
    reserve(start + written.length, start)
    room.set(written, start)
    return start + written.length
  }
  let end = start
  for (const piece of written as readonly Written[]) end = put(piece, end)
  return end
}

function reserve(length: number, used: number): void {
  if (length <= room.length) return
  const larger = Buffer.allocUnsafe(2 * length)
  room.copy(larger, 0, 0, used)
  room = larger
}

/** A JSON list of what is written already. */
export function writtenList(entries: readonly Written[]): Written {
  return ['[', entries.flatMap((entry, i) => (i === 0 ? [entry] : [',', entry])), ']']
}
