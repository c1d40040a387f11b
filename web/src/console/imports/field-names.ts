import { nameOf } from '../activity/change-words.ts'
import type { Import } from './import-queries.ts'
import { capitalized } from './kind-words.ts'

/** The label of a field; all details are one. */
export function fieldName({ fields }: Pick<Import, 'fields'>, name: string): string {
  return fields.find(({ field }) => field === name)?.label ?? (name.includes('.') ? capitalized(name) : nameOf(name))
}
