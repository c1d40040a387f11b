/** Prints the result of a command on stdout: with --json one JSON object, else lines for people. */
export function printResult(json: boolean | undefined, result: object, lines: string | string[]): void {
  console.log(json ? JSON.stringify(result) : [lines].flat().join('\n'))
}

/** Rows as aligned columns under their headings. */
export function table(headings: string[], rows: string[][]): string[] {
  const widths = headings.map((heading, i) => Math.max(heading.length, ...rows.map((row) => row[i]!.length)))
  return [headings, ...rows].map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd(),
  )
}
