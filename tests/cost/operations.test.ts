import { expect, inject, test } from 'vitest'
import { attack } from './attacker.ts'
import type { Attack } from './attacker.ts'
import { walkDocuments } from './cases/index.ts'
import { describeFared, isOver, limitOf } from './operation-budget.ts'
import type { Outcome } from './operation-budget.ts'
import { useLargeServer } from './large-server.ts'
import { PATIENCE_MS, SHOWN, times } from './sizes.ts'

/** Operations that are attacked with together at first, and each by itself only if these are too much, or to show all figures. */
const TOGETHER = 12
const ATTACK_MS = times(1_000)
/** What is too much alone is tried again: other processes disturb what is measured. */
const TRIES = 3

const large = useLargeServer()
const { attacks } = await walkDocuments()

test.each(groups())(
  'beside the worst calls of $name, a neighbour and /healthz are answered',
  { timeout: 2 * PATIENCE_MS },
  async ({ members }) => {
    const over: string[] = []
    for (let left = members; left.length > 0;) {
      const together = await outcomeOf(left)
      expect(together.wrong).toEqual([])
      if (isOver(together)) over.push(...(await overAlone(left)))
      const waiting = left.filter(({ id }) => !together.done.has(id))
      // What others kept waiting comes again without them.
      left = isOver(together) || waiting.length === left.length ? [] : waiting
    }
    expect(over).toEqual([])
  },
)

async function overAlone(members: Attack[]): Promise<string[]> {
  const over: string[] = []
  for (const member of members) {
    const outcome = await firstAffordable(member)
    if (isOver(outcome)) over.push(`${member.id}: ${describeFared(outcome)}`)
  }
  return over
}

/** Those of one limit together, in the order of the cases. */
function groups(): { name: string; members: Attack[] }[] {
  const byLimit = Map.groupBy(attacks, ({ id }) => limitOf(id, inject('engine').name))
  return [...byLimit.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / TOGETHER) }, (_, i) => {
      const members = all.slice(i * TOGETHER, (i + 1) * TOGETHER)
      return { name: `${members[0]!.id} to ${members.at(-1)!.id}`, members }
    }),
  )
}

async function firstAffordable(member: Attack): Promise<Outcome> {
  for (let tried = 1; ; tried++) {
    const outcome = await outcomeOf([member])
    if (!isOver(outcome) || tried === TRIES) return outcome
  }
}

async function outcomeOf(members: Attack[]): Promise<Outcome> {
  const { server, stock, neighbourhood } = large
  await neighbourhood.untilCalm()
  const over = new AbortController()
  const attacking = attack(server, stock, members, over.signal)
  // Where the neighbour cannot be watched, that is what is told.
  attacking.catch(() => {})
  const beside = await neighbourhood.watch(ATTACK_MS).finally(() => over.abort())
  const { wrong, done, statuses } = await attacking
  const outcome: Outcome = { beside, wrong, done, limitMs: limitOf(members[0]!.id, inject('engine').name) }
  if (SHOWN) console.log(`${members.map(({ id }) => id).join()}: ${describeFared(outcome)}; ${statuses}`)
  return outcome
}
