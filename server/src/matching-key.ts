/** The form in which SKUs, codes, names and e-mails are compared "ignoring case", stored beside them as `…_key`. */
export function matchingKey(value: string): string {
  return value.normalize('NFC').toLowerCase()
}
