import type { Issue } from '../errors.ts'
import { WORKSPACE_LIMITS } from '../workspaces/workspace-limits.ts'

/** The customers that entries of `onlyFor` stand for, by the entry as it is sent. */
export type Recipients = Map<string, string[]>

const MOST = WORKSPACE_LIMITS.recipientsOfProduct

/** Ids in the order in which the store keeps them, each once. */
export function chosenCustomers(onlyFor: readonly string[], recipients: Recipients): string[] {
  return [...new Set(onlyFor.flatMap((entry) => recipients.get(entry) ?? []))].toSorted()
}

/**
 * The rows of a call that would limit a product to more customers than it can be limited to: as many codes as a list
 * takes never do, e-mails that customers share may. An e-mail that alone is too much is named.
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
    const message = `Stands for more than ${MOST} customers, as some e-mails are those of several: use account codes.`
    return [{ path, message }]
  })
}

/** Whether it is too many; it looks at no more of them than that takes. */
function exceeds(onlyFor: readonly string[], recipients: Recipients): boolean {
  const chosen = new Set<string>()
  for (const entry of onlyFor) {
    for (const id of recipients.get(entry) ?? []) chosen.add(id)
    if (chosen.size > MOST) return true
  }
  return false
}
