import { beforeAll, beforeEach, onTestFailed } from 'vitest'
import { restartChance, SEED } from './chance.ts'

/** Call it in a file whose tests leave something to chance: one that fails says how to leave the same to it again. */
export function tellSeed(): void {
  beforeAll(restartChance)
  beforeEach(() => onTestFailed(() => console.log(`To leave the same to chance again: CRASH_SEED=${SEED}`)))
}
