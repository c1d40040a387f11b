import type { Act, Done } from './one-act.ts'
import { Broken } from './invariants.ts'
import { judge } from './look.ts'
import type { View } from './look.ts'
import type { State } from './state.ts'

/** More than these are never needed to go on. */
const MAX_POSSIBLE = 24

/**
 * The states in which what was done at once may have left everything: one for each order of the acts that explains
 * which of them succeeded, and what sessions open now. Throws Broken where no order does.
 */
export function explain(before: State[], done: (Done & { act: Act })[], views: View[]): State[] {
  const succeeded = done.filter(({ answer }) => answer.status === 200)
  const found = new Map<string, State>()
  let best: { broken: Broken; progress: number } | undefined
  for (const state of before) {
    for (const order of ordersOf(succeeded)) {
      const after = structuredClone(state)
      let progress = 0
      try {
        for (const one of order) {
          one.act.does(after, one)
          progress++
        }
        for (const view of views) judge(after, view)
        found.set(nameOf(after), after)
      } catch (error) {
        if (!(error instanceof Broken)) throw error
        if (progress >= (best?.progress ?? 0)) best = { broken: error, progress }
      }
    }
  }
  if (found.size > 0) return [...found.values()].slice(0, MAX_POSSIBLE)
  const told = done.map(({ act, answer }) => `${act.says}: ${answer.status}`)
  best!.broken.message += `\nAt once:\n${told.join('\n')}`
  throw best!.broken
}

function ordersOf<T>(list: T[]): T[][] {
  if (list.length < 2) return [list]
  return list.flatMap((one, i) => ordersOf(list.toSpliced(i, 1)).map((rest) => [one, ...rest]))
}

function nameOf(state: State): string {
  return JSON.stringify(state, plain)
}

function plain(_: string, value: unknown): unknown {
  return value instanceof Map || value instanceof Set ? [...value] : value
}
