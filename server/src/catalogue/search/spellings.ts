/** Letters of a script, as folded texts have them. */
const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', 'αβγδεζηθικλμνξοπρστυφχψω', 'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґ']

/** Shorter words resemble too many others. Longer ones have too many spellings. */
const [SHORTEST, LONGEST] = [4, 20]
/** So much of a word is left without its ending. */
const STEM = 4
const ENDING = 3

/** True for a word that may be misspelled. Numbers and codes are not corrected. */
export function isSpelled(word: string): boolean {
  return word.length >= SHORTEST && word.length <= LONGEST && /^\p{L}+$/u.test(word)
}

/**
 * All words with one letter too few, too many or wrong, or with two neighbours swapped. The first letter stays or goes.
 * None has a letter more at its end: a word that begins others is known.
 */
export function spellings(word: string): string[] {
  const letters = ALPHABETS.find((alphabet) => alphabet.includes(word[0]!)) ?? ''
  const found = new Set<string>()
  for (let at = 0; at < word.length; at++) {
    const [before, behind] = [word.slice(0, at), word.slice(at)]
    found.add(before + behind.slice(1))
    if (behind.length > 1) found.add(before + behind[1] + behind[0] + behind.slice(2))
    for (const letter of letters) {
      found.add(before + letter + behind)
      if (at > 0) found.add(before + letter + behind.slice(1))
    }
  }
  found.delete(word)
  return [...found]
}

/** The word with less and less of its ending, the longest first. */
export function stems(word: string): string[] {
  return Array.from({ length: ENDING }, (_, i) => word.slice(0, -1 - i)).filter((stem) => stem.length >= STEM)
}

/** The first half of a word, which a typo in the second half leaves as it is. */
export function firstHalf(word: string): string {
  return word.slice(0, Math.max(3, Math.ceil(word.length / 2)))
}
