import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '../../server/src/lib/matching-key.ts'
import {
  documentWords,
  queryWords,
  searchDocument,
  searchQuery,
} from '../../server/src/catalogue/search/search-words.ts'

/** Text of all kinds: of any character, and of those that trade and trouble are made of. */
const character = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  fc.constantFrom(...`aBzé019 -./_+'’"\\:*&|!()<>%ΣσςßẞİıﬁÅ한ก`),
)
const text = fc.string({ unit: character, maxLength: 60 })
/** Many parts of many bytes each, all different: the hardest text to index. */
function hard(length: number): string {
  const letters = Array.from({ length }, (_, i) => {
    if (i % 200 === 199) return ' '
    return String.fromCodePoint(i % 2 === 0 ? 0x10480 + ((i * i + Math.trunc(i / 200)) % 24) : 0x104a0 + (i % 10))
  })
  return letters.join('')
}

/** As stored: of one form, as almost all text is. */
const typed = text.map((value) => value.normalize('NFC'))

const finds = (query: string, words: Iterable<string>) => {
  const all = [...words]
  return queryWords(query).every((asked) =>
    asked.split('|').some((spelling) => all.some((word) => word.startsWith(spelling))),
  )
}

test('folding twice is folding once', () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(fold(fold(value))).toBe(fold(value))
    }),
    { numRuns: 2_000 },
  )
})

test('folding makes case and form of the letters meet', () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(fold(value.normalize('NFD'))).toBe(fold(value.normalize('NFC')))
      expect(fold(value.toLowerCase())).toBe(fold(value))
    }),
    { numRuns: 1_000 },
  )
})

test('folding of plain text, which is quicker, is the same as beside a letter that is not', () => {
  const plain = fc.string({
    unit: fc.oneof(fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }), fc.constantFrom(...`aB9-./_+' `)),
    maxLength: 60,
  })
  fc.assert(
    fc.property(plain, (value) => {
      expect(fold(`${value} é`)).toBe(`${fold(value)} e`.trim())
      expect(documentWords(`${value} é`)).toEqual([...documentWords(value), 'e'])
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['Crème Brûlée', 'creme brulee'],
  ['  O’Neill’s   CUP ', 'oneills cup'],
  ['ΦΩΣ', 'φωσ'],
  ['ﬁne', 'fine'],
  ['M8–x40', 'm8-x40'],
  ['Rura żółta, ŁĄCZNIK', 'rura zolta, lacznik'],
  ['Bøjning Œillet Læder Đubre Þórður ħ ŋ ŧ ığ', 'bojning oeillet laeder dubre thordur h n t ig'],
  ['Ventil ¾" 1½ ⅛', 'ventil 3/4" 1 1/2 1/8'],
])('"%s" reads as "%s"', (value, folded) => {
  expect(fold(value)).toBe(folded)
})

test('a text is found by itself, and by any of its words', () => {
  fc.assert(
    fc.property(typed, (value) => {
      const words = documentWords(value)
      expect(finds(value, words)).toBe(true)
      for (const word of value.split(/\s+/)) expect(finds(word, words)).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})

test('a text is found by the beginning of any of its words', () => {
  fc.assert(
    fc.property(typed, fc.nat(), fc.nat(), (value, which, length) => {
      const words = value.split(/\s+/)
      const letters = [...words[which % words.length]!]
      const beginning = letters.slice(0, length % (letters.length + 1)).join('')
      expect(finds(beginning, documentWords(value))).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['KT-INS114', ['kt-ins114', 'ins114', '114']],
  ['16-07', ['16-07', '07']],
  ['M8x40', ['m8x40', '8x40', 'x40', '40']],
  ['A/B.c_1+2', ['a/b.c_1+2', 'b.c_1+2', 'c_1+2', '1+2', '2']],
  ['HOL-1042/B', ['hol-1042/b', '1042/b', 'b']],
  ['3.5x40mm', ['3.5x40mm', '5x40mm', 'x40mm', '40mm', 'mm']],
  ['IP65-RAL9016', ['ip65-ral9016', '65-ral9016', 'ral9016', '9016']],
  ['DIN912-M8x40', ['din912-m8x40', '912-m8x40', 'm8x40', '8x40', 'x40', '40']],
  ['plain, words!', ['plain', 'words']],
])('words of "%s" are the whole and what follows each seam', (value, words) => {
  expect(documentWords(value)).toEqual(words)
})

const length = (words: readonly string[]) => words.reduce((sum, word) => sum + word.length, 0)

const size = (description: string) =>
  searchDocument(WORKSPACE, { name: 'Plate', brand: null, category: null, description }).length

/** Letters and digits in turn, and what joins them: the texts with most parts. */
const parted = fc.string({ unit: fc.constantFrom(...'a1b2-3.c ü𝟗𐐨'), maxLength: 4_000, size: 'max' })

test('the words of a text have a few times its characters, whatever it is made of', () => {
  fc.assert(
    fc.property(fc.oneof(text, parted), (value) => {
      expect(length(documentWords(value))).toBeLessThanOrEqual(4 * fold(value).length + 200)
    }),
  )
})

test('the words of a text hold each of its tokens, however many parts there are', () => {
  fc.assert(
    fc.property(parted, fc.nat(40), (value, upTo) => {
      const words = new Set(documentWords(value))
      const beginnings = (token: string) => [...token].slice(0, 40).slice(0, upTo).join('')
      for (const [token] of fold(value).matchAll(/[\p{L}\p{N}]+(?:[-./_+][\p{L}\p{N}]+)*/gu)) {
        expect(words).toContain([...token].slice(0, 40).join(''))
        expect(finds(beginnings(token), words)).toBe(true)
      }
    }),
    { numRuns: 30 },
  )
})

test('the words of a text find every part number of a short text from each of its parts on', () => {
  const numbers = ['KT-INS114', '16-07', 'M8x40', 'HOL-1042/B', '3.5x40mm', 'IP65-RAL9016', 'A2-70', 'DIN912']
  const words = documentWords(`Bolts ${numbers.join(', ')} and others`)
  for (const number of numbers) for (const word of documentWords(number)) expect(words).toContain(word)
})

const WORKSPACE = '01920b3c-7d5e-7a10-8f4e-2b6c9de0f1a2'

/** One entry of a tsvector as Postgres reads it: a quoted word without a quote or backslash. */
const ENTRY = /^'e0f1a2=?[^'=\\\0]+'$/u

test('the search document is a tsvector, whatever the product is called', () => {
  const field = fc.option(text, { nil: null })
  fc.assert(
    fc.property(text, field, field, field, (name, brand, category, description) => {
      const document = searchDocument(WORKSPACE, { name, brand, category, description })
      if (document === '') return
      for (const entry of document.split(' ')) {
        expect(entry).toMatch(ENTRY)
        expect(Buffer.byteLength(entry)).toBeLessThan(2_046)
      }
    }),
    { numRuns: 1_000 },
  )
})

test('the search document stays within what Postgres can hold, whatever the letters', () => {
  const document = searchDocument(WORKSPACE, {
    name: hard(200),
    brand: hard(120),
    category: hard(120),
    description: hard(4_000),
  })
  expect(Buffer.byteLength(document)).toBeLessThan(1_048_575)
})

test('the search document of a text of a thousand parts is no larger than that of a text of plain words', () => {
  let state = 1
  const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
  const digits = Array.from({ length: 2_000 }, () => `${String.fromCodePoint(97 + next(26))}${next(10)}`)
  const plain = Array.from({ length: 571 }, (_, i) => `${(i + 10_000).toString(36)}word`.slice(0, 6).padEnd(6, 'x'))
  expect(size(digits.join(''))).toBeLessThan(size(plain.join(' ')))
  const spaced = digits.flatMap((pair, i) => (i % 20 === 19 ? [pair, ' '] : [pair])).join('')
  expect(size(spaced)).toBeLessThan(4 * size(plain.join(' ')))
})

test('the search document tells words of the name from the same words elsewhere', () => {
  const document = searchDocument(WORKSPACE, {
    name: 'Plate',
    brand: 'Denby',
    category: 'Plate',
    description: 'blue denby',
  })
  expect(document.split(' ')).toEqual(["'e0f1a2=plate'", "'e0f1a2denby'", "'e0f1a2plate'", "'e0f1a2blue'"])
})

test('the search query asks for every word as a prefix, in the name or anywhere', () => {
  fc.assert(
    fc.property(text, (value) => {
      const words = queryWords(fold(value))
      fc.pre(words.length > 0)
      const inName = searchQuery(WORKSPACE, words, 'in name').split(' & ')
      const anywhere = searchQuery(WORKSPACE, words, 'anywhere').split(' & ')
      expect([inName.length, anywhere.length]).toEqual([words.length, words.length])
      for (const part of inName) expect(part).toMatch(/^'e0f1a2=[^'=\\\0]+':\*$/u)
      for (const part of anywhere) expect(part).toMatch(/^\('e0f1a2([^'=\\\0]+)':\* \| 'e0f1a2=\1':\*\)$/u)
    }),
    { numRuns: 500 },
  )
})

test('the search query asks for a letter that is also written as two in both ways', () => {
  const words = queryWords('Dübel M8')
  expect(words).toEqual(['dubel|duebel', 'm8'])
  expect(searchQuery(WORKSPACE, words, 'in name')).toBe("('e0f1a2=dubel':* | 'e0f1a2=duebel':*) & 'e0f1a2=m8':*")
  expect(searchQuery(WORKSPACE, words, 'anywhere').split(' & ')[0]).toBe(
    "('e0f1a2dubel':* | 'e0f1a2=dubel':* | 'e0f1a2duebel':* | 'e0f1a2=duebel':*)",
  )
})
