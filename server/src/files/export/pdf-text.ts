import { readable } from './pdf-letters.ts'
import type { Letters } from './pdf-letters.ts'

const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Lines that are no wider than that many points, broken between words; within one that is wider itself. */
export function wrapped(letters: Letters, text: string, width: number): string[] {
  const whole = readable(text)
  if (letters.width(whole) <= width) return [whole]
  const lines = ['']
  for (const word of whole.split(' ')) {
    const longer = `${lines.at(-1)!} ${word}`.trim()
    if (letters.width(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(...broken(letters, word, width))
  }
  return lines.filter((line) => line !== '')
}

function broken(letters: Letters, word: string, width: number): string[] {
  if (letters.width(word) <= width) return [word]
  const pieces: string[] = []
  let room = 0
  for (const { segment } of CHARACTERS.segment(word)) {
    const needed = letters.width(segment)
    if (needed <= room) pieces.push(`${pieces.pop()!}${segment}`)
    else {
      pieces.push(segment)
      room = width
    }
    room -= needed
  }
  return pieces
}

/** Cut where it is wider than that many points. */
export function fitted(letters: Letters, text: string, width: number): string {
  const whole = readable(text)
  if (letters.width(whole) <= width) return whole
  const characters = [...whole]
  let [fits, tooLong] = [0, characters.length]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (letters.width(`${characters.slice(0, middle).join('')}…`) <= width) fits = middle
    else tooLong = middle
  }
  return `${characters.slice(0, fits).join('')}…`
}
