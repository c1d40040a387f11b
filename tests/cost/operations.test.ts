import { expect, inject, test } from 'vitest'
import { oneOf } from '../depth.ts'
import { attack } from './attacker.ts'
import type { Attack } from './attacker.ts'
import { LAST_CASES } from './cases/catalogue.ts'
import { walkDocuments } from './cases/index.ts'
import { describeFared, isOver, LIMIT_MS, limitOf } from './operation-budget.ts'
import type { Outcome } from './operation-budget.ts'
import { useLargeServer } from './large-server.ts'
import { PATIENCE_MS, SHOWN, times } from './sizes.ts'

/** Operations that are attacked with together at first. */
const TOGETHER = 12
const ATTACK_MS = times(1_000)
/**
 * What may take longer reads first how much there is. Of one operation, so many answers are watched that one late is
 * not the p99.
 */
const LONG_ATTACK_MS = times(5_000)
/** What is too much alone is tried again: other processes disturb what is measured. */
const TRIES = 3

const large = useLargeServer()
const attacks = oneOf(6, (await walkDocuments()).attacks)
const engine = inject('engine').name

test.each(groups())(
  'beside the worst calls of $name, a neighbour and /healthz are answered',
  { timeout: 2 * PATIENCE_MS },
  async ({ members }) => expect(await tooMuch(members)).toEqual([]),
)

/** Those that are too much even alone. A group that is too much is halved. */
async function tooMuch(members: Attack[], tries = TRIES): Promise<string[]> {
  const outcome = await outcomeOf(members)
  expect(outcome.wrong).toEqual([])
  if (!isOver(outcome)) {
    const waiting = members.filter(({ id }) => !outcome.done.has(id))
    // What others kept waiting comes again without them.
    return waiting.length === 0 || waiting.length === members.length ? [] : tooMuch(waiting)
  }
  if (members.length === 1) {
    return tries > 1 ? tooMuch(members, tries - 1) : [`${members[0]!.id}: ${describeFared(outcome)}`]
  }
  const half = Math.ceil(members.length / 2)
  return [...(await tooMuch(members.slice(0, half))), ...(await tooMuch(members.slice(half)))]
}

/** Those of one limit together, in the order of the cases; those that delete come last. */
function groups(): { name: string; members: Attack[] }[] {
  const together = [...Map.groupBy(attacks.toSorted(lastLast), groupOf).values()]
  return together.flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / TOGETHER) }, (_, i) => {
      const members = all.slice(i * TOGETHER, (i + 1) * TOGETHER)
      return { name: `${members[0]!.id} to ${members.at(-1)!.id}`, members }
    }),
  )
}

function groupOf(attack: Attack): string {
  return `${isLast(attack)} ${limitOf(attack.id, engine)}`
}

function lastLast(a: Attack, b: Attack): number {
  return Number(isLast(a)) - Number(isLast(b))
}

function isLast({ id }: Attack): boolean {
  return Object.keys(LAST_CASES).some((name) => id.endsWith(` ${name}`))
}

async function outcomeOf(members: Attack[]): Promise<Outcome> {
  const { server, stock, neighbourhood } = large
  await neighbourhood.untilCalm()
  const over = new AbortController()
  const attacking = attack(server, stock, members, over.signal)
  // Where the neighbour cannot be watched, that is what is told.
  attacking.catch(() => {})
  const limitMs = limitOf(members[0]!.id, engine)
  const ms = limitMs > LIMIT_MS || members.length === 1 ? LONG_ATTACK_MS : ATTACK_MS
  const beside = await neighbourhood.watch(ms, limitMs).finally(() => over.abort())
  const { wrong, done, statuses } = await attacking
  const outcome: Outcome = { beside, wrong, done, limitMs }
  if (SHOWN) console.log(`${members.map(({ id }) => id).join()}: ${describeFared(outcome)}; ${statuses}`)
  return outcome
}
