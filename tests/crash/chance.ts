import { inject } from 'vitest'

/** Of what the tests in this folder leave to chance; the moments at which the system does things are left to it. */
export const SEED = Number(process.env['CRASH_SEED'] ?? inject('seed'))

let state = SEED

/** Begins the sequence again, so that a file draws the same whatever ran before it. */
export function restartChance(): void {
  state = SEED
}

/** A number from 0 up to 1, the next of a sequence that follows from the seed (mulberry32). */
export function chance(): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

export function oneOf<T>(list: readonly T[]): T {
  return list[Math.floor(chance() * list.length)]!
}

export function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, rank: chance() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ value }) => value)
}
