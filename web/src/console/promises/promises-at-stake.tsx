import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { ApiError } from '../../shared/api.ts'
import type { Issue } from '../../shared/api.ts'
import { useRested } from '../use-rested.ts'
import { BrokenPromises } from './broken-promises.tsx'

/** What makes a call a rehearsal. */
export type Rehearsal = { headers: { rehearsal: 'true' }; signal: AbortSignal }

type PromisesAtStakeProps<Asked> = {
  /** What the act is about, as it is typed by now; null: not all of it is. */
  asked: Asked | null
  /** The call of the act itself, made with `rehearsal`: the service takes back what it writes. */
  rehearse: (asked: Asked, rehearsal: Rehearsal) => Promise<unknown>
}

/** Names the promises that an act would break before it is done, and asks for the reason. */
export function PromisesAtStake<Asked>({ asked, rehearse }: PromisesAtStakeProps<Asked>) {
  const id = useId()
  const { rested, isRested } = useRested(asked)
  const { data } = useQuery({
    queryKey: ['promises-at-stake', id, rested],
    queryFn: ({ signal }) => breaksOf(rehearse(rested!, { headers: { rehearsal: 'true' }, signal })),
    enabled: rested !== null,
    gcTime: 0,
  })
  return <BrokenPromises breaks={isRested ? data : undefined} />
}

/** What else is in the way of the act, it says itself. */
async function breaksOf(rehearsal: Promise<unknown>): Promise<Issue[]> {
  try {
    await rehearsal
  } catch (error) {
    if (error instanceof ApiError && error.code === 'promise_broken') return error.issues
  }
  return []
}
