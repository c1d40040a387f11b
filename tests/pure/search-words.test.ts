import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  documentWords,
  fold,
  queryWords,
  searchDocument,
  searchQuery,
} from '../../server/src/catalogue/search-words.ts'

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
  return queryWords(query).every((asked) => all.some((word) => word.startsWith(asked)))
}

describe('folding', () => {
  test('twice is folding once', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(fold(fold(value))).toBe(fold(value))
      }),
      { numRuns: 2_000 },
    )
  })

  test('makes case and form of the letters meet', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(fold(value.normalize('NFD'))).toBe(fold(value.normalize('NFC')))
        expect(fold(value.toLowerCase())).toBe(fold(value))
      }),
      { numRuns: 1_000 },
    )
  })

  test('of plain text, which is quicker, is the same as beside a letter that is not', () => {
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
  ])('"%s" reads as "%s"', (value, folded) => {
    expect(fold(value)).toBe(folded)
  })
})

describe('words', () => {
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
    ['plain, words!', ['plain', 'words']],
  ])('of "%s" are the whole and what follows each seam', (value, words) => {
    expect(documentWords(value)).toEqual(words)
  })
})

const WORKSPACE = '01920b3c-7d5e-7a10-8f4e-2b6c9de0f1a2'

describe('the search document', () => {
  /** One entry of a tsvector as Postgres reads it: a quoted word without a quote or backslash. */
  const ENTRY = /^'e0f1a2=?[^'=\\\0]+'$/u

  test('is a tsvector, whatever the product is called', () => {
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

  test('stays within what Postgres can hold, whatever the letters', () => {
    const document = searchDocument(WORKSPACE, {
      name: hard(200),
      brand: hard(120),
      category: hard(120),
      description: hard(4_000),
    })
    expect(Buffer.byteLength(document)).toBeLessThan(1_048_575)
  })

  test('tells words of the name from the same words elsewhere', () => {
    const document = searchDocument(WORKSPACE, {
      name: 'Plate',
      brand: 'Denby',
      category: 'Plate',
      description: 'blue denby',
    })
    expect(document.split(' ')).toEqual(["'e0f1a2=plate'", "'e0f1a2denby'", "'e0f1a2plate'", "'e0f1a2blue'"])
  })
})

describe('the search query', () => {
  test('asks for every word as a prefix, in the name or anywhere', () => {
    fc.assert(
      fc.property(text, (value) => {
        const words = queryWords(value)
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
})
