export const DELIMITERS = ['\t', ';', ',', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/**
 * The delimiter of a table: a tab where the first line has one, as copied cells may have commas in them. Else the one of
 * the most lines in a row, of which the first has as many as any. So titles above the table do not count. Of those of as
 * many lines it is the one that its first line has most of, a tab before all; where semicolons and commas are as
 * frequent, the commas are decimal ones.
 */
export function detectDelimiter(start: string): Delimiter {
  const lines = start
    .replaceAll(/"[^"]*(?:""[^"]*)*"/g, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '' || line.includes('\t'))
  if (lines[0]?.includes('\t')) return '\t'
  const tables = DELIMITERS.map((delimiter) => ({ delimiter, ...longestTable(lines, delimiter) }))
  const best = tables.reduce((a, b) => {
    const longer = b.length - a.length || (a.delimiter === '\t' ? 0 : b.columns - a.columns)
    return longer > 0 ? b : a
  })
  return best.length === 0 ? ',' : best.delimiter
}

/** The most lines that follow each other, each with the delimiter, and none with more of it than the first. */
function longestTable(lines: readonly string[], delimiter: Delimiter): { length: number; columns: number } {
  let best = { length: 0, columns: 0 }
  let current = best
  for (const line of lines) {
    const columns = line.split(delimiter).length - 1
    if (columns === 0) current = { length: 0, columns: 0 }
    else current = columns > current.columns ? { length: 1, columns } : { ...current, length: current.length + 1 }
    if (current.length > best.length || (current.length === best.length && current.columns > best.columns))
      best = current
  }
  return best
}
