import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { mapInSlices } from '../map-in-slices.ts'
import { pricedAt } from '../pricing/priced-at.ts'
import { brokenAt, breaksAfter } from './evaluate-promise.ts'
import type { PromiseBasis } from './evaluate-promise.ts'
import type { BrokenPrice, PricePromise } from './price-promise.ts'
import { isInForce, promisesThat, readPromises } from './promise-rows.ts'
import { basesInSlices } from './read-basis.ts'

/** A promise, with what of it does not hold. */
export type CheckedPromise = PricePromise & {
  holds: boolean
  broken: BrokenPrice[]
  /** When it will break before it ends, as far as is known; null for another time than now, and where it is broken. */
  breaksAt: Date | null
}

/**
 * A page of the promises that are not over at a time, by their end, each checked against the prices of that time: now,
 * or another one. Throws InvalidInput for a time whose prices are not known.
 */
export async function checkPromises(
  context: WorkspaceContext,
  { at, limit, offset }: { at?: Date | undefined; limit: number; offset: number },
): Promise<CheckedPromise[]> {
  const page = sql`limit ${limit} offset ${offset}`
  return checkThose(context, isInForce(at ?? context.clock()), { at, page })
}

/** The promises that pass a condition on `promise`, checked. */
export async function checkThose(
  context: WorkspaceContext,
  condition: RawBuilder<boolean>,
  { at, page = sql`` }: { at?: Date | undefined; page?: RawBuilder<unknown> } = {},
): Promise<CheckedPromise[]> {
  const asked = await pricedAt(context, at, { withTerms: true })
  const promises = await readPromises(
    context,
    sql`(select * from ${promisesThat(context.workspaceId, condition)} found ${page})`,
  )
  const time = at ?? context.clock()
  const checked: CheckedPromise[] = []
  for await (const slice of basesInSlices(context, promises, { past: asked?.isPast ? asked : undefined })) {
    checked.push(
      ...(await mapInSlices(slice, ({ promise, basis }) => {
        const isAhead = asked === undefined
        const broken = brokenAt(promise, isAhead ? unscheduled(basis) : basis, time)
        const breaksAt = isAhead && broken.length === 0 ? breaksAfter(promise, basis, time) : null
        return { ...promise, holds: broken.length === 0, broken, breaksAt }
      })),
    )
  }
  return checked
}

/** The prices of now, also where a scheduled change is due and not published yet. */
function unscheduled(basis: PromiseBasis): PromiseBasis {
  return basis.map((line) => line && { ...line, scheduled: [] })
}
