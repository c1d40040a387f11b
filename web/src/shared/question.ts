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

/** What looks at any question, and how many wait. */
const listeners = new Set<() => void>()
let waitingInAll = 0

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function wait(more: number) {
  waitingInAll += more
  for (const listener of listeners) listener()
}

/** Whether something is asked over a dialog, which Escape then does not close. */
export function useIsAnyAsked(): boolean {
  return useSyncExternalStore(subscribe, () => waitingInAll > 0)
}

export function createQuestion<Answer = boolean>(): Question<Answer> {
  let waiting: { promise: Promise<Answer>; resolve: (answer: Answer) => void; about: string } | null = null
  return {
    ask: (about = '') => {
      if (!waiting) {
        waiting = { ...Promise.withResolvers<Answer>(), about }
        wait(1)
      }
      return waiting.promise
    },
    answer: (answer) => {
      if (!waiting) return
      waiting.resolve(answer)
      waiting = null
      wait(-1)
    },
    useIsAsked: () => useSyncExternalStore(subscribe, () => waiting !== null),
    useAbout: () => useSyncExternalStore(subscribe, () => waiting?.about ?? ''),
  }
}

/** Asks the person to prove who they are, before what is hard to take back. */
export const proofQuestion = /* @__PURE__ */ createQuestion()

/** Asks the person to sign in again, once the session has ended. */
export const signInQuestion = /* @__PURE__ */ createQuestion()
