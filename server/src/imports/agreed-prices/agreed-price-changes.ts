import { differences } from '../../activity/differences.ts'
import { TERMS } from '../../agreed-prices/agreed-price-placement.ts'
import type { AgreedTerms } from '../../agreed-prices/agreed-price-placement.ts'
import type { FieldChange } from '../import-check.ts'

/** What changes of an agreed price, as the activity shows it. Times are texts, as JSON has them. */
export function changesOf(before: Record<keyof AgreedTerms, unknown>, after: AgreedTerms): Record<string, FieldChange> {
  return JSON.parse(JSON.stringify(differences(before, after, TERMS)))
}
