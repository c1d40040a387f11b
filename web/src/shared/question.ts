import { useSyncExternalStore } from 'react'

/** Something that a person is asked over the page as it is. All that ask meanwhile wait for the same answer. */
type Question<Answer> = {
  /** Resolves to the answer: whether the person did what was asked for, or what was typed. `about` is what is told. */
  ask: (about?: string) => Promise<Answer>
  answer: (answer: Answer) => void
  useIsAsked: () => boolean
  /** What is told. */
  useAbout: () => string
}

function createQuestion<Answer = boolean>(): Question<Answer> {
  let waiting: { promise: Promise<Answer>; resolve: (answer: Answer) => void; about: string } | null = null
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    ask: (about = '') => {
      if (!waiting) {
        waiting = { ...Promise.withResolvers<Answer>(), about }
        tell()
      }
      return waiting.promise
    },
    answer: (answer) => {
      waiting?.resolve(answer)
      waiting = null
      tell()
    },
    useIsAsked: () => useSyncExternalStore(subscribe, () => waiting !== null),
    useAbout: () => useSyncExternalStore(subscribe, () => waiting?.about ?? ''),
  }
}

/** Asks the person to prove who they are, before what is hard to take back. */
export const proofQuestion = createQuestion()

/** Asks the person to sign in again, once the session has ended. */
export const signInQuestion = createQuestion()

/** Asks why promises to customers may be broken, before an act that would break some; null: it is not done. */
export const reasonQuestion = createQuestion<string | null>()

/** Whether something is asked over a dialog, which Escape then does not close. */
export function useIsAskedOver(): boolean {
  const [isProofAsked, isReasonAsked] = [proofQuestion.useIsAsked(), reasonQuestion.useIsAsked()]
  return isProofAsked || isReasonAsked
}
