import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import bidiFactory from 'bidi-js'
import subsetFont from 'subset-font'

/** How a text looks. */
export type Style = 'text' | 'bold'

/** What the fonts of every reader have: the characters of Windows-1252. */
const OF_READERS = /[\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/
/** Fonts for what another one does not have, in this order. Characters of Chinese have their simplified forms. */
export const FALLBACKS = [
  '@fontsource-variable/noto-sans',
  '@fontsource-variable/noto-sans-sc',
  '@fontsource-variable/noto-sans-kr',
  '@fontsource-variable/noto-sans-symbols',
  '@fontsource-variable/noto-sans-hebrew',
  '@fontsource-variable/noto-sans-arabic',
  '@fontsource-variable/noto-sans-thai',
]
/** What is drawn beside the texts that are given. */
const ALWAYS = ' …0123456789'
/** Slices of rows after which the shapes of words are forgotten. */
const FORGETS_AFTER = 40
/** From the top of a line to its baseline, as a share of the size. */
const ASCENT = 0.8

/** A file of a font. It may lack some of the characters that it covers. Without `read`, readers have it. */
type File = { face: string; covers: (character: string) => boolean; read?: () => Promise<Buffer> }
type Run = { face: string; text: string }

const bidi = bidiFactory()

/**
 * The texts of a document. A word with characters that the font of its style lacks is drawn with the first font that has
 * all of it. If none has, each character is looked for by itself, then what it is made of: a question mark is left.
 */
export class Letters {
  readonly #document: PDFKit.PDFDocument
  readonly #fonts: Record<Style, readonly (readonly File[])[]>
  /** By font, the face that has a character, or null. */
  readonly #faces = new Map<readonly File[], Map<string, string | null>>()
  readonly #opened = new Map<string, OpenedFont>()
  #loads = 0
  #style: Style = 'text'
  #size = 0

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document
    // A font of the reader is drawn fast.
    this.#fonts = {
      text: [ofReaders('Helvetica'), ...fallbacks(400)],
      bold: [ofReaders('Helvetica-Bold'), ...fallbacks(700)],
    }
  }

  /** Looks for the characters of texts. What was not looked for is drawn as a question mark. */
  async load(style: Style, texts: Iterable<string>): Promise<void> {
    const fonts = this.#fonts[style]
    if (++this.#loads % FORGETS_AFTER === 0) this.#forget()
    for (const text of [ALWAYS, ...texts]) {
      const shown = readable(text)
      for (const word of wordsOf(isTurned(shown) ? `${shown} ${mirrored(shown)}` : shown)) {
        const characters = [...word]
        for (const font of fonts) {
          await this.#look(font, characters)
          if (characters.every((character) => this.#faceIn(font, character))) break
        }
        const missing = characters.filter((character) => !fonts.some((font) => this.#faceIn(font, character)))
        if (missing.length === 0) continue
        for (const font of fonts) await this.#look(font, [...missing.join('').normalize('NFKD'), '?'])
      }
    }
  }

  /** How the following texts look. */
  use(style: Style, size: number, colour = '#000000'): void {
    ;[this.#style, this.#size] = [style, size]
    this.#document.fillColor(colour)
  }

  width(text: string): number {
    return this.#runsOf(text).reduce(
      (sum, run) => sum + this.#document.font(run.face, this.#size).widthOfString(run.text),
      0,
    )
  }

  /** Draws a text that was made `readable`, on one line. */
  draw(text: string, x: number, y: number, options: { goTo?: string } = {}): void {
    let left = x
    for (const run of this.#inOrder(text)) {
      const document = this.#document.font(run.face, this.#size)
      // With a width, the library looks for words to break at, which takes several times as long.
      document.text(run.text, left, y, { ...options, lineBreak: false, baseline: -ASCENT * this.#size })
      left += document.widthOfString(run.text)
    }
  }

  /** The library keeps the shape of each word that it has met. */
  #forget(): void {
    for (const font of this.#opened.values()) font.layoutCache = Object.create(null) as object
  }

  /** As they stand on the page, from left to right. The library turns a word of letters from right to left itself. */
  #inOrder(text: string): Run[] {
    if (!isTurned(text)) return this.#runsOf(text)
    return visualOrder(text).flatMap((piece) => {
      if (!piece.isTurned) return this.#runsOf(piece.text)
      const runs = this.#runsOf(mirrored(piece.text)).toReversed()
      return runs.map((run) => (isTurned(run.text) ? run : { ...run, text: [...run.text].toReversed().join('') }))
    })
  }

  #runsOf(text: string): Run[] {
    const fonts = this.#fonts[this.#style]
    const runs: Run[] = []
    for (const word of wordsOf(text)) {
      const characters = [...word]
      const font = fonts.find((found) => characters.every((character) => this.#faceIn(found, character)))
      for (const character of characters) {
        for (const one of this.#shown(font ? [font] : fonts, character)) {
          const last = runs.at(-1)
          if (last?.face === one.face) last.text += one.text
          else runs.push(one)
        }
      }
    }
    return runs
  }

  #shown(fonts: readonly (readonly File[])[], character: string): Run[] {
    for (const text of [character, character.normalize('NFKD'), '?']) {
      const runs = [...text].map((part) => ({
        text: part,
        face: fonts.map((font) => this.#faceIn(font, part)).find(Boolean),
      }))
      if (runs.every((run): run is Run => run.face != null)) return runs
    }
    return []
  }

  #faceIn(font: readonly File[], character: string): string | null | undefined {
    return this.#faces.get(font)?.get(character)
  }

  async #look(font: readonly File[], characters: readonly string[]): Promise<void> {
    const faces = this.#faces.getOrInsertComputed(font, () => new Map())
    for (const character of characters) {
      if (faces.has(character)) continue
      let found: string | null = null
      for (const file of font) {
        if (found === null && file.covers(character) && (await this.#has(file, character))) found = file.face
      }
      faces.set(character, found)
    }
  }

  async #has({ face, read }: File, character: string): Promise<boolean> {
    if (!read) return true
    if (!this.#opened.has(face)) {
      const document = this.#document.registerFont(face, await read()).font(face)
      const { _font: opened } = document as unknown as { _font: OpenedFont }
      this.#opened.set(face, opened)
    }
    return this.#opened.get(face)!.font.hasGlyphForCodePoint(character.codePointAt(0)!)
  }
}

/** A font of the library, as far as its types do not tell. */
type OpenedFont = { font: { hasGlyphForCodePoint: (codePoint: number) => boolean }; layoutCache: object }

/** Composed, on one line, and without what is not seen, such as directions and joiners. */
function readable(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
}

function fallbacks(weight: number): readonly (readonly File[])[] {
  return FALLBACKS.map((source) => filesOf(source, weight))
}

/** Whether a text has letters that are written from right to left. */
function isTurned(text: string): boolean {
  return /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text)
}

/** The other one of a pair of brackets, for each. */
function mirrored(text: string): string {
  return text.replaceAll(/\p{Bidi_Mirrored}/gu, (bracket) => bidi.getMirroredCharacter(bracket) ?? bracket)
}

/** Pieces of one direction, from left to right. Words from right to left are pieces of their own. */
function visualOrder(text: string) {
  const embedding = bidi.getEmbeddingLevels(text)
  const { levels } = embedding
  const places = new Map(bidi.getReorderedIndices(text, embedding).map((at, place) => [at, place]))
  const pieces: { text: string; isTurned: boolean; place: number }[] = []
  for (const [at, character] of text.split('').entries()) {
    const turned = levels[at]! % 2 === 1
    const isApart = levels[at] !== levels[at - 1] || (turned && (character === ' ' || text[at - 1] === ' '))
    if (isApart) pieces.push({ text: character, isTurned: turned, place: places.get(at)! })
    else pieces.at(-1)!.text += character
  }
  return pieces.toSorted((a, b) => a.place - b.place)
}

function wordsOf(text: string): string[] {
  return text.split(/( )/)
}

function ofReaders(face: string): readonly File[] {
  return [{ face, covers: (character) => OF_READERS.test(character) }]
}

const known = new Map<string, readonly File[]>()

/** The files of a font, of all documents: each is read once. */
function filesOf(source: string, weight: number): readonly File[] {
  return known.getOrInsertComputed(`${source} ${weight}`, () => {
    const name = source.slice(source.indexOf('/') + 1)
    const ranges = JSON.parse(readFileSync(pathOf(`${source}/unicode.json`), 'utf8')) as Record<string, string>
    return Object.entries(ranges).map(([part, texts]): File => {
      const file = `${source}/files/${name}-${part.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`
      let bytes: Promise<Buffer> | undefined
      return {
        face: `${name} ${part} ${weight}`,
        covers: inRanges(texts),
        read: () => (bytes ??= ofWeight(file, weight)),
      }
    })
  })
}

/** A font of all weights as one of one weight, in the format that the library for PDFs embeds. */
async function ofWeight(file: string, weight: number): Promise<Buffer> {
  const options = { keepAllGlyphs: true, targetFormat: 'truetype', variationAxes: { wght: weight } } as const
  return subsetFont(await readFile(pathOf(file)), undefined, options)
}

/** `texts`: as in CSS, `U+0000-00FF,U+0131`. */
function inRanges(texts: string): (character: string) => boolean {
  const ranges = texts.split(',').map((text) =>
    text
      .slice(2)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16)),
  )
  return (character) => {
    const code = character.codePointAt(0)!
    return ranges.some(([first, last = first]) => code >= first! && code <= last!)
  }
}

function pathOf(file: string): string {
  return fileURLToPath(import.meta.resolve(file))
}

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
