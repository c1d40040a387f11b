const NOTHING_TAKEN = { fields: new Set<never>(), columns: new Set<number>() }

/**
 * Finds the column of each field by the usual headers: words, most likely first, without case, space and punctuation.
 * Skips the columns and the fields in `taken`.
 */
export function matchHeaders<F extends string>(
  fields: Readonly<Record<F, { headers: string }>>,
  header: readonly string[],
  taken: { fields: ReadonlySet<F>; columns: ReadonlySet<number> } = NOTHING_TAKEN,
): Map<F, number> {
  const columns = header.map((name, column) => (taken.columns.has(column) ? '' : bareName(name)))
  const found = new Map<F, number>()
  for (const field of Object.keys(fields) as F[]) {
    if (taken.fields.has(field)) continue
    const column = fields[field].headers
      .split(' ')
      .map((name) => columns.indexOf(name))
      .find((at) => at !== -1)
    if (column === undefined) continue
    found.set(field, column)
    columns[column] = ''
  }
  return found
}

/** "Unit price (£)" as `unitprice`. */
export function bareName(header: string): string {
  return header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\(.*?\)/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
