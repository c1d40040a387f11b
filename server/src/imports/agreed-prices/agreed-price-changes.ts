import type { AgreedTerms } from '../../agreed-prices/agreed-price-placement.ts'
import { differences } from '../../agreed-prices/change-agreed-price.ts'
import type { FieldChange } from '../import-check.ts'

/** What changes of an agreed price, as the activity shows it. Times are texts, as JSON has them. */
export function changesOf(before: AgreedTerms, after: AgreedTerms): Record<string, FieldChange> {
  return JSON.parse(JSON.stringify(differences(before, after)))
}
