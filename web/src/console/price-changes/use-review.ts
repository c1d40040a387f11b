import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../shared/api.ts'
import type { Issue } from '../../shared/api.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { allKey, oneKey, reviewQuery } from './queries.ts'
import type { PriceChange, Review } from './queries.ts'
import { useSaver } from './saves.tsx'

/** What a decision is made on: it is refused where that is no longer so. */
type Reviewed = Pick<Review, 'fingerprint' | 'seenAt'>

/**
 * The review that a decision is made on. `decide` sends what was shown; where it is no longer so, `changed` has what is
 * different, and the review is read again.
 */
export function useReview(change: PriceChange, opened: boolean) {
  const { slug } = useWorkspace()
  const client = useQueryClient()
  const saver = useSaver()
  const [changed, setChanged] = useState<Issue[]>([])
  const query = useQuery({
    ...reviewQuery(slug, change.id, () => saver.settle()),
    enabled: opened,
    staleTime: 0,
  })
  const decide = async (send: (reviewed: Reviewed) => Promise<unknown>) => {
    const { fingerprint, seenAt } = query.data!
    try {
      await send({ fingerprint, seenAt })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'conflict') {
        setChanged(error.issues)
        await query.refetch()
      }
      throw error
    }
    setChanged([])
    await client.invalidateQueries({ queryKey: oneKey(slug, change.id) })
    void client.invalidateQueries({ queryKey: allKey(slug) })
  }
  return {
    review: query.data,
    isReading: query.isFetching,
    error: query.error,
    changed,
    decide,
    forget: () => setChanged([]),
  }
}
