/** The keys of a record that has these keys only. */
export function keysOf<Key extends string>(record: Record<Key, unknown>): Key[] {
  return Object.keys(record) as Key[]
}
