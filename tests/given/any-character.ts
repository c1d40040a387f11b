import fc from 'fast-check'

/**
 * Any character but halves of pairs. For the unit "binary", fast-check makes a table of all of them for each use: 2 s.
 */
export const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point))
