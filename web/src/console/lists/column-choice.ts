import type { Column } from '../../shared/list.ts'

/** A column that somebody has chosen for a list. Without a width, it is as wide as its content. */
export type ChosenColumn = { key: string; width?: number }

/** Reads a choice of columns in their order: `sku,name~320`. What is no column of the list is left out. */
export function parseColumns(text: string, keys: readonly string[]): ChosenColumn[] {
  const seen = new Set<string>()
  return text.split(',').flatMap((part) => {
    const [key = '', width = ''] = part.split('~')
    if (!keys.includes(key) || seen.has(key)) return []
    seen.add(key)
    return [/^[1-9]\d{1,3}$/.test(width) ? { key, width: Number(width) } : { key }]
  })
}

export function columnsText(chosen: readonly ChosenColumn[]): string {
  return chosen.map(({ key, width }) => (width ? `${key}~${width}` : key)).join()
}

/** The columns to show; those of buttons are always there, at the end. */
export function applyChoice<Row>(columns: readonly Column<Row>[], chosen: readonly ChosenColumn[]): Column<Row>[] {
  const shown = chosen.map(({ key, width }) => {
    // A column that was chosen is there on narrow screens, too.
    const { from: _from, ...column } = columns.find((one) => one.key === key)!
    return width ? { ...column, width } : column
  })
  return [...shown, ...columns.filter(({ isHeaderHidden }) => isHeaderHidden)]
}

/** The same columns with one of them so many places further on, or back. */
export function moved(chosen: readonly ChosenColumn[], key: string, by: number): ChosenColumn[] {
  const at = chosen.findIndex((one) => one.key === key)
  const rest = chosen.toSpliced(at, 1)
  return rest.toSpliced(Math.max(0, at + by), 0, chosen[at]!)
}
