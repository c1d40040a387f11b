import { expect, test } from 'vitest'
import { readPictureName } from '../../server/src/catalogue/product-pictures.ts'

test.each([
  ['HOL-1042.jpg', 'HOL-1042', null],
  ['hol-1042-2.JPEG', 'hol-1042-2', ['hol-1042', 2]],
  ['HOL 1042 (3).png', 'HOL 1042 (3)', ['HOL 1042', 3]],
  ['HOL1042(3).png', 'HOL1042(3)', ['HOL1042', 3]],
  ['HOL-1042_02.webp', 'HOL-1042_02', ['HOL-1042', 2]],
  ['HOL-1042_0.gif', 'HOL-1042_0', ['HOL-1042', 1]],
  ['spring/plates\\AZ.12.avif', 'AZ.12', null],
  ['1042.v2', '1042.v2', null],
  ['A-100', 'A-100', null],
  ['.jpg', '', null],
])('the file %s may be of the product %s, or of %j', (name, code, numbered) => {
  const [before, place] = numbered ?? []
  expect(readPictureName(name)).toEqual({
    whole: { code, place: 1 },
    numbered: numbered && { code: before, place },
  })
})
