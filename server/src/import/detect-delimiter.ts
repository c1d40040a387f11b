const DELIMITERS = [',', ';', '\t'] as const

export type Delimiter = (typeof DELIMITERS)[number]

/** What separates the cells: whichever of comma, semicolon and tab the header line has most of, outside quotes. */
export function detectDelimiter(start: string): Delimiter {
  const header = headerLine(start)
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: header.split(delimiter).length }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).delimiter
}

/** The first line that is not blank, without what is quoted in it; a quoted name may run over several lines. */
function headerLine(start: string): string {
  return start
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .trimStart()
    .split(/\r|\n/, 1)[0]!
}
