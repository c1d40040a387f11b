const DELIMITERS = [',', ';', '\t'] as const

export type Delimiter = (typeof DELIMITERS)[number]

/** The delimiter: the most frequent of comma, semicolon and tab in the header line, outside quotes. */
export function detectDelimiter(start: string): Delimiter {
  const header = headerLine(start)
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: header.split(delimiter).length }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).delimiter
}

/** The first line that is not blank, without its quoted parts. A quoted name may have several lines. */
function headerLine(start: string): string {
  return start
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .trimStart()
    .split(/\r|\n/, 1)[0]!
}
