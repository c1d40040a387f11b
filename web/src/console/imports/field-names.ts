import type { Import } from './import-queries.ts'

/** The label of a field; all details are one. */
export function fieldName({ fields }: Pick<Import, 'fields'>, name: string): string {
  return fields.find(({ field }) => field === name)?.label ?? name.charAt(0).toUpperCase() + name.slice(1)
}
