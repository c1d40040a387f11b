import { expect, test } from 'vitest'
import { countAttempt, forgetAttempts, passwordLimits, takeBackAttempt } from '../../server/src/people/attempts.ts'
import { useService } from '../given/service.ts'

const service = useService()

/** How many of so many attempts are counted before one is refused; each for another account, at the same time. */
async function counted(attempts: number, address: (i: number) => string): Promise<number> {
  const limits = (i: number) => passwordLimits(`${Math.random()}-${i}@people.example`, address(i))
  const results = await Promise.allSettled(
    Array.from({ length: attempts }, (_, i) => countAttempt(service.context, limits(i))),
  )
  return results.filter(({ status }) => status === 'fulfilled').length
}

test('100 wrong passwords come from an address, however many come at once', async () => {
  expect(await counted(120, () => '198.51.100.1')).toBe(100)
  expect(await counted(1, () => '::ffff:198.51.100.1')).toBe(0)
  expect(await counted(1, () => '::FFFF:C633:6401')).toBe(0)
  expect(await counted(1, () => '198.51.100.2')).toBe(1)
})

test('all addresses of an IPv6 network of 64 bits are one', async () => {
  expect(await counted(120, (i) => `2001:db8:1:2:${i.toString(16)}::1`)).toBe(100)
  expect(await counted(1, () => '2001:db8:1:2::')).toBe(0)
  expect(await counted(1, () => '2001:0DB8:0001:2::')).toBe(0)
  expect(await counted(1, () => '2001:db8:1:3::1')).toBe(1)
  expect(await counted(120, (i) => `2001:db8::${i.toString(16)}`)).toBe(100)
})

test('what succeeds is taken back, and a window that is over is forgotten', async () => {
  const limits = passwordLimits('taken-back@people.example', '198.51.100.3')
  for (let i = 0; i < 15; i++) {
    await countAttempt(service.context, limits)
    await takeBackAttempt(service.context, limits)
  }
  for (let i = 0; i < 10; i++) await countAttempt(service.context, limits)
  await expect(countAttempt(service.context, limits)).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 900 })
  const later = { ...service.context, clock: () => new Date(service.time.now.getTime() + 900_000) }
  await forgetAttempts(later)
  await countAttempt(later, limits)
})
