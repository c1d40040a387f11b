/** What changes the order in which text is shown, and control characters other than tabs and new lines. */
const TRICKS = /\p{Bidi_Control}|[^\P{Cc}\t\n]/gu
/** In characters. */
const MAX_NAME = 60
/** Between other characters, these make mail programs show an address or a link. */
const LINKING = /(?<=\S)[.．。｡:@](?=\S)/g

/** Text as it is shown in the order in which it is written. */
export function plainWords(text: string): string {
  return text.replaceAll(TRICKS, '')
}

/** A text on one line, such as a subject. */
export function oneLine(text: string): string {
  return plainWords(text.replaceAll(/\s+/g, ' ')).trim()
}

/** The name that somebody chose, for a mail: on one line, no longer than a name is, and never a link. */
export function nameInMail(name: string): string {
  const characters = [...oneLine(name).replaceAll(LINKING, '$& ')]
  return characters.length > MAX_NAME ? `${characters.slice(0, MAX_NAME).join('')}…` : characters.join('')
}
