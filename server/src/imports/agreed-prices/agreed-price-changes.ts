import type { AgreedTerms } from '../../pricing/agreed-price-placement.ts'
import { differences } from '../../pricing/change-agreed-price.ts'
import type { FieldChange } from '../found.ts'

/** What changes of an agreed price, as the activity shows it. Times are texts, as JSON has them. */
export function changesOf(before: AgreedTerms, after: AgreedTerms): Record<string, FieldChange> {
  return JSON.parse(JSON.stringify(differences(before, after)))
}
