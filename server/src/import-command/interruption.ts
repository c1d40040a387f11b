import { setTimeout } from 'node:timers/promises'
import { OperatorError } from '../errors.ts'

/** The exit code of an interrupted program: 128 plus the number of SIGINT. */
export const INTERRUPTED_EXIT_CODE = 130

/** One Ctrl-C can arrive twice: from the terminal and from npx. */
const SAME_PRESS_MILLISECONDS = 500

/** The run was interrupted before or between calls. */
export class Interrupted extends OperatorError {
  constructor() {
    super('Interrupted before anything was sent.')
  }
}

/**
 * Graceful shutdown of a run. The first SIGINT prints a message and aborts the signal, with an Interrupted as the
 * reason. The next SIGINT ends the process at once.
 */
export function catchInterrupts({ say, stop }: { say: (line: string) => void; stop: () => void }): AbortSignal {
  const controller = new AbortController()
  let firstAt = 0
  process.on('SIGINT', () => {
    if (firstAt === 0) {
      firstAt = performance.now()
      say('Interrupted: finishing the present call. Interrupt again to stop at once.')
      controller.abort(new Interrupted())
    } else if (performance.now() - firstAt > SAME_PRESS_MILLISECONDS) {
      stop()
      process.exit(INTERRUPTED_EXIT_CODE)
    }
  })
  return controller.signal
}

/** A pause that an abort ends early. It then throws the reason. */
export function interruptiblePause(signal: AbortSignal | undefined): (milliseconds: number) => Promise<void> {
  return async (milliseconds) => {
    await setTimeout(milliseconds, undefined, signal && { signal }).catch((error: unknown) => {
      signal?.throwIfAborted()
      throw error
    })
  }
}
