/** Where goods can be followed is a link, which begins with https://, or any text, such as the number of a parcel. */

/** The address, where it is a link that a page may show as one; else null. */
export function trackingLink(tracking: string): string | null {
  if (!/^https:\/\//i.test(tracking) || /\s/.test(tracking)) return null
  const url = URL.parse(tracking)
  return url && url.username === '' && url.password === '' ? url.href : null
}

/** What is wrong with it; undefined for a link and for plain text. */
export function trackingProblem(tracking: string): string | undefined {
  const isMeantAsLink = /^[a-z][a-z\d+.-]*:\/\//i.test(tracking) || /^(javascript|data|vbscript):/i.test(tracking)
  if (!isMeantAsLink || trackingLink(tracking) !== null) return undefined
  return 'Must be a whole address that begins with https://, if it is a link.'
}
