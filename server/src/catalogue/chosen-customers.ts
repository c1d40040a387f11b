import type { Issue } from '../errors.ts'
import { WORKSPACE_LIMITS } from '../workspaces/workspace-state.ts'

/** Ids of customers, by the entry of `onlyFor` that matches them. */
export type Recipients = Map<string, string[]>

const MOST = WORKSPACE_LIMITS.recipientsOfProduct

/** The ids, sorted and without duplicates, as the database returns them. */
export function chosenCustomers(onlyFor: readonly string[], recipients: Recipients): string[] {
  return [...new Set(onlyFor.flatMap((entry) => recipients.get(entry) ?? []))].toSorted()
}

/**
 * An issue for each row that chooses too many customers. Account codes alone never do; e-mails that several customers
 * share may. If one e-mail alone matches too many, the issue names it.
 */
export function tooManyChosen(
  items: readonly { onlyFor?: readonly string[] | undefined }[],
  recipients: Recipients,
): Issue[] {
  return items.flatMap(({ onlyFor = [] }, row) => {
    const path = `products.${row}.onlyFor`
    const crowd = onlyFor.findIndex((entry) => (recipients.get(entry)?.length ?? 0) > MOST)
    if (crowd >= 0) {
      const message = `More than ${MOST} customers have "${onlyFor[crowd]}": choose them by account code.`
      return [{ path: `${path}.${crowd}`, message }]
    }
    if (!exceeds(onlyFor, recipients)) return []
    const message = `Matches more than ${MOST} customers, because some e-mails belong to several: use account codes.`
    return [{ path, message }]
  })
}

/** True if the entries match too many customers. Stops counting at the limit. */
function exceeds(onlyFor: readonly string[], recipients: Recipients): boolean {
  const chosen = new Set<string>()
  for (const entry of onlyFor) {
    for (const id of recipients.get(entry) ?? []) chosen.add(id)
    if (chosen.size > MOST) return true
  }
  return false
}
