export type Delimiter = ',' | ';' | '\t'

/**
 * The delimiter of a table, by its first line, outside of quotes. Copied cells have tabs, and may have commas in them.
 * Else it is the more frequent of comma and semicolon; where both are as frequent, the commas are decimal ones.
 */
export function detectDelimiter(start: string): Delimiter {
  const header = headerLine(start)
  const count = (delimiter: Delimiter) => header.split(delimiter).length - 1
  if (count('\t') > 0) return '\t'
  return count(';') > 0 && count(';') >= count(',') ? ';' : ','
}

/** The first line that is not blank, without its quoted parts. A quoted name may have several lines. */
function headerLine(start: string): string {
  return start
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .replace(/^[^\S\t]+/, '')
    .split(/\r|\n/, 1)[0]!
}
