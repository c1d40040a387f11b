/** As the import reads it. */
export function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no'
}
