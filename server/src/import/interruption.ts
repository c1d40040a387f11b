import { setTimeout } from 'node:timers/promises'
import { OperatorError } from '../errors.ts'

/** The exit code of a program that was interrupted: 128 and the number of SIGINT. */
export const INTERRUPTED_EXIT_CODE = 130

/** One Ctrl-C can come twice: from the terminal, and passed on by npx. */
const SAME_PRESS_MILLISECONDS = 500

/** The run was interrupted while nothing was under way that has to be finished. */
export class Interrupted extends OperatorError {
  constructor() {
    super('Interrupted before anything was sent.')
  }
}

/**
 * Lets a run end in good order: the first SIGINT aborts the signal, with an Interrupted as its reason and after saying so;
 * the next one ends the process at once.
 */
export function catchInterrupts({ say, stop }: { say: (line: string) => void; stop: () => void }): AbortSignal {
  const controller = new AbortController()
  let firstAt = 0
  process.on('SIGINT', () => {
    if (firstAt === 0) {
      firstAt = performance.now()
      say('Interrupted: finishing what is under way. Interrupt again to end at once.')
      controller.abort(new Interrupted())
    } else if (performance.now() - firstAt > SAME_PRESS_MILLISECONDS) {
      stop()
      process.exit(INTERRUPTED_EXIT_CODE)
    }
  })
  return controller.signal
}

/** A pause that an interruption cuts short, by throwing its reason. */
export function interruptiblePause(signal: AbortSignal | undefined): (milliseconds: number) => Promise<void> {
  return async (milliseconds) => {
    await setTimeout(milliseconds, undefined, signal && { signal }).catch((error: unknown) => {
      signal?.throwIfAborted()
      throw error
    })
  }
}
