import { inject } from 'vitest'
import { Chance } from '../given/chance.ts'

/** Of what the tests in this folder leave to chance; the moments at which the system does things are left to it. */
export const SEED = Number(process.env['CRASH_SEED'] ?? inject('seed'))

let sequence = new Chance(SEED)

/** Begins the sequence again, so that a file draws the same whatever ran before it. */
export function restartChance(): void {
  sequence = new Chance(SEED)
}

/** A number from 0 up to 1, the next of a sequence that follows from the seed. */
export const chance = () => sequence.next()
export const oneOf = <T>(list: readonly T[]): T => sequence.oneOf(list)
export const shuffled = <T>(list: readonly T[]): T[] => sequence.shuffled(list)
