/**
 * Characters that nobody sees: spaces without a width, soft hyphens, marks of direction. Copies from web pages
 * and PDFs bring them. Those that join and part letters (U+200C, U+200D) are none: some scripts need them.
 */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g
const ASCII = /^\p{ASCII}*$/u
const AT_END = /[\u200c\u200d\s]/

export function withoutInvisible(text: string): string {
  return ASCII.test(text) ? text : text.replaceAll(INVISIBLE, '')
}

/** The text that people see: without invisible characters, and without space around it. */
export function visibleText(text: string): string {
  if (ASCII.test(text)) return text.trim()
  const visible = withoutInvisible(text).trim()
  // A pattern for the end of a text would take quadratic time.
  let [from, to] = [0, visible.length]
  while (from < to && AT_END.test(visible[from]!)) from++
  while (from < to && AT_END.test(visible[to - 1]!)) to--
  return visible.slice(from, to)
}
