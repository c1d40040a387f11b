import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COLOUR, accentOf, contrast } from '../../server/src/shared/accent.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
/** The lightest and darkest grounds of the pages: the page, cards, and the sign-in page. */
const GROUNDS = { light: ['#ffffff', '#f1f3f5'], dark: ['#242424', '#1f1f1f'] }
const SCHEMES = ['light', 'dark'] as const

test('any colour is readable as text and on controls, in both schemes', () => {
  fc.assert(
    fc.property(colour, colour, (own, other) => {
      const { filled, hover, onFilled, text, tint, tintHover } = accentOf(own)
      const otherTint = accentOf(other).tint
      for (const scheme of SCHEMES) {
        for (const shade of [filled, hover, text, tint, tintHover]) expect(shade[scheme]).toMatch(COLOUR)
        for (const ground of [filled, hover]) expect(contrast(ground[scheme], onFilled)).toBeGreaterThanOrEqual(4.5)
        for (const ground of GROUNDS[scheme]) {
          expect(contrast(filled[scheme], ground)).toBeGreaterThanOrEqual(3)
          expect(contrast(text[scheme], ground)).toBeGreaterThanOrEqual(4.5)
        }
        for (const ground of [tint, tintHover, otherTint]) {
          expect(contrast(text[scheme], ground[scheme])).toBeGreaterThanOrEqual(4.5)
        }
      }
    }),
    {
      examples: [
        ['#000000', '#ffffff'],
        ['#ffffff', '#000000'],
        ['#ffff00', '#0000ff'],
        ['#767676', '#777777'],
      ],
    },
  )
})

test('a colour that has enough contrast stays as it is', () => {
  const { filled, onFilled } = accentOf('#1f6feb')
  expect(filled).toEqual({ light: '#1f6feb', dark: '#1f6feb' })
  expect(onFilled).toBe('#ffffff')
  expect(accentOf('#12305f')).toMatchObject({ filled: { light: '#12305f' }, text: { light: '#12305f' } })
})

test('contrast is the one of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})
