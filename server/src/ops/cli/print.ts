/** Lines, or the rows of a table, whose columns are aligned. */
type Printed = string | string[] | string[][]

/** Prints the result of a command on stdout: with --json one JSON object, else what people read. */
export function printResult(json: boolean | undefined, result: object, printed: Printed): void {
  console.log(json ? JSON.stringify(result) : lines([printed].flat()).join('\n'))
}

function lines(rows: (string | string[])[]): string[] {
  const cells = rows.filter((row) => typeof row !== 'string')
  const widths = (cells[0] ?? []).map((_, i) => Math.max(...cells.map((row) => row[i]!.length)))
  return rows.map((row) =>
    typeof row === 'string'
      ? row
      : row
          .map((cell, i) => cell.padEnd(widths[i]!))
          .join('  ')
          .trimEnd(),
  )
}
