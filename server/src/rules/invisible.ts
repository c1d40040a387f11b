/**
 * Characters that nobody sees: spaces without a width, soft hyphens, marks of direction. Copies from web pages
 * and PDFs bring them. Those that join and part letters (U+200C, U+200D) are none: some scripts need them.
 */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g
const ASCII = /^\p{ASCII}*$/u
const AT_ENDS = /^[\u200c\u200d\s]+|[\u200c\u200d\s]+$/g

export function withoutInvisible(text: string): string {
  return ASCII.test(text) ? text : text.replaceAll(INVISIBLE, '')
}

/** The text that people see: without invisible characters, and without space around it. */
export function visibleText(text: string): string {
  return ASCII.test(text) ? text.trim() : withoutInvisible(text).replaceAll(AT_ENDS, '')
}
