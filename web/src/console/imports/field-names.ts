import { nameOf } from '../activity/change-words.ts'
import type { Import } from './import-queries.ts'

/** "Brand of 12, Colour (detail) of 3": how many records each field is about. */
export function countsByField({ fields }: Pick<Import, 'fields'>, counts: Record<string, number>): string {
  const labels = new Map(fields.map(({ field, label }): [string, string] => [field, label]))
  return Object.entries(counts)
    .map(([name, count]) => `${labels.get(name) ?? nameOf(name)} of ${count.toLocaleString('en')}`)
    .join(', ')
}
