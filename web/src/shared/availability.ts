import { AVAILABILITY_LABEL } from '../../../server/src/shared/availability.ts'
import type { Availability } from '../../../server/src/shared/availability.ts'
import { keysOf } from './keys-of.ts'

const LEVELS = keysOf(AVAILABILITY_LABEL)

export const AVAILABILITY_CHOICES = LEVELS.map((value) => ({ value, label: AVAILABILITY_LABEL[value] }))

/** The stock level in an address; undefined for one that there is not. */
export function readAvailability(text: string | undefined): Availability | undefined {
  return LEVELS.find((level) => level === text)
}
