/**
 * The header of the column of an exported file for those details that have no column of their own, as a JSON object. A
 * detail with this name has no column either.
 */
export const OTHER_DETAILS = 'Other details'

type Detail = readonly [name: string, value: string]

/** As a cell, or null for none. */
export function writeOtherDetails(details: readonly Detail[]): string | null {
  return details.length === 0 ? null : JSON.stringify(Object.fromEntries(details))
}

/** The details of a cell under that header; null for any other text, which is the value of a detail of that name. */
export function readOtherDetails(cell: string): Detail[] | null {
  if (!cell.startsWith('{')) return null
  try {
    const details = Object.entries(JSON.parse(cell) as Record<string, unknown>)
    return details.every((detail): detail is [string, string] => typeof detail[1] === 'string') ? details : null
  } catch {
    return null
  }
}
