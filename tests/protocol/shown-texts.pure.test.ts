import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { percent, readPercent, readPrice } from '../../server/src/shared/read-price.ts'
import { readDay } from '../../server/src/shared/read-day.ts'
import { readQuantity } from '../../server/src/shared/order-quantity.ts'
import { CHANGE_BP } from '../../server/src/shared/reprice.ts'
import { formatDate } from '../../web/src/shared/dates.ts'

test('a quantity, a percentage and a day are read back as pages and exports show them', () => {
  const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer(CHANGE_BP), day, (qty, changeBp, day) => {
      expect(readQuantity(qty.toLocaleString('en'))).toEqual({ value: qty })
      expect(readQuantity(String(qty))).toEqual({ value: qty })
      expect(readPercent(percent(changeBp), CHANGE_BP)).toEqual({ value: changeBp })
      expect(readPercent(percent(changeBp).replace('-', '−'), CHANGE_BP)).toEqual({ value: changeBp })
      const iso = day.toISOString().slice(0, 10)
      expect(readDay(formatDate(day, 'UTC'), null)).toEqual({ value: iso })
      expect(readDay(iso, null)).toEqual({ value: iso })
    }),
  )
})

test('rounding is half up, digit by digit', () => {
  const pounds = { currency: 'GBP', currencyDecimals: 2, rounds: true }
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_900 }), fc.stringMatching(/^\d{1,20}$/), (minor, more) => {
      const digits = String(minor).padStart(3, '0')
      const text = `${digits.slice(0, -2)}.${digits.slice(-2)}${more}`
      expect(readPrice(text, pounds)).toEqual({ value: more[0]! >= '5' ? minor + 1 : minor })
    }),
  )
})
