import { differences } from '../../activity/differences.ts'
import { TERMS } from '../../agreed-prices/agreed-price-placement.ts'
import type { AgreedTerms } from '../../agreed-prices/agreed-price-placement.ts'
import type { FieldChange } from '../import-check.ts'

/** What a new agreed price is compared with. */
export const NO_TERMS = { unit: null, minQty: null, startsAt: null, endsAt: null }

/** What changes of an agreed price, as the activity shows it. Times are texts, as JSON has them. */
export function changesOf(before: Record<keyof AgreedTerms, unknown>, after: AgreedTerms): Record<string, FieldChange> {
  return JSON.parse(JSON.stringify(differences(before, after, TERMS)))
}
