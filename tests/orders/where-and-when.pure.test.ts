import { expect, test } from 'vitest'
import { streetInWords } from '../../server/src/shared/read-day.ts'

test.each([
  ['EX4 3PL', 'Exeter', 'Exeter EX4 3PL'],
  ['D02 X285', 'Dublin', 'Dublin D02 X285'],
  ['K1A 0B1', 'Ottawa', 'Ottawa K1A 0B1'],
  ['10115', 'Berlin', '10115 Berlin'],
  ['CH-8001', 'Zürich', 'CH-8001 Zürich'],
  ['1016 AB', 'Amsterdam', '1016 AB Amsterdam'],
  ['EX4 3PL', null, 'EX4 3PL'],
])('the postcode %s of %s stands where its country writes it', (postcode, city, town) => {
  expect(streetInWords({ lines: ['1 Quay'], postcode, city, country: null })).toBe(`1 Quay, ${town}`)
})
