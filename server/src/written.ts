/** JSON in pieces, as text or as bytes in UTF-8, that is put together once: where it leaves. */
export type Written = readonly (string | Buffer)[]

/** The pieces in one. */
export function inOne(pieces: Written): Buffer {
  let length = 0
  for (const piece of pieces) length += Buffer.byteLength(piece)
  const whole = Buffer.allocUnsafe(length)
  let end = 0
  for (const piece of pieces) end += typeof piece === 'string' ? whole.write(piece, end) : piece.copy(whole, end)
  return whole
}

/** A JSON list of what is written already. */
export function writtenList(entries: readonly Written[]): Written {
  return ['[', ...entries.flatMap((entry, i) => (i === 0 ? entry : [',', ...entry])), ']']
}
