/** Texts of so many characters, each expensive for something that reads texts; other ones for other seeds. */
export const TEXTS: Record<string, (characters: number, seed: number) => string> = {
  'one letter': repeating('x'),
  'four-byte characters': repeating('\u{1f600}'),
  'characters that grow when folded': repeating('\u3300'),
  accents: repeating('o\u0308'),
  quotes: repeating('"\\'),
  'words joined by dashes': repeating('a-'),
  words: (characters, seed) => cut(characters, (i) => `${letters(seed * 1_009 + i)} `),
  'letters and digits in turn': (characters, seed) => {
    const random = sequence(seed)
    return cut(characters, () => `${letters(Math.floor(random() * 26))}${Math.floor(random() * 10)}`)
  },
}

function repeating(unit: string) {
  return (characters: number, seed: number) => [...`${seed}${unit.repeat(characters)}`].slice(0, characters).join('')
}

function cut(characters: number, part: (i: number) => string): string {
  let text = ''
  for (let i = 0; text.length < characters; i++) text += part(i)
  return text.slice(0, characters).trim()
}

/** A number in letters. */
function letters(number: number): string {
  return [...number.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('')
}

/** Numbers from 0 to 1 that follow from a seed. */
function sequence(seed: number): () => number {
  let state = seed + 1
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
}
