import { useSyncExternalStore } from 'react'

/** Something that a person is asked over the page as it is. All that ask meanwhile wait for the same answer. */
type Question = {
  /** Resolves to whether the person did what was asked for. */
  ask: () => Promise<boolean>
  answer: (done: boolean) => void
  useIsAsked: () => boolean
}

function createQuestion(): Question {
  let waiting: { promise: Promise<boolean>; resolve: (done: boolean) => void } | null = null
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    ask: () => {
      if (!waiting) {
        waiting = Promise.withResolvers<boolean>()
        tell()
      }
      return waiting.promise
    },
    answer: (done) => {
      waiting?.resolve(done)
      waiting = null
      tell()
    },
    useIsAsked: () =>
      useSyncExternalStore(
        (listener) => {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
        () => waiting !== null,
      ),
  }
}

/** Asks the person to prove who they are, before what is hard to take back. */
export const proofQuestion = createQuestion()

/** Asks the person to sign in again, once the session has ended. */
export const signInQuestion = createQuestion()
