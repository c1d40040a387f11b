import { setTimeout } from 'node:timers/promises'
import type { Answer } from '../given/service.ts'
import type { Act } from './one-act.ts'
import { explain } from './explain.ts'
import { look } from './look.ts'
import { requireSilent } from './silence.ts'
import type { World } from './world.ts'

/**
 * Does the acts at once, each so many milliseconds after the first. Throws Broken where no order of them explains what
 * follows.
 */
export async function actAtOnce(world: World, acts: Act[], delays: number[] = []): Promise<Answer[]> {
  const at = world.now
  const befores = acts.map(({ browser }) => browser.token)
  const answers = await Promise.all(
    acts.map(async ({ send }, i) => {
      if (delays[i]) await setTimeout(delays[i])
      return send()
    }),
  )
  for (const [i, { names, says }] of acts.entries()) {
    if (answers[i]!.status >= 500) throw new Error(`${says}: ${answers[i]!.status}`)
    const isIn = acts[i]!.browser.token !== befores[i]
    if (names !== undefined && !isIn) await requireSilent(world, says, answers[i]!)
  }
  const mails = await world.readMails()
  const done = acts.map((act, i) => {
    const { browser, mails: awaited = [] } = act
    const [answer, before] = [answers[i]!, befores[i]]
    const tokens = awaited.map(({ to, page }) => {
      const place = mails.findIndex((mail) => mail.to === to.toLowerCase() && mail.page === page)
      return place < 0 || answer.status !== 200 ? undefined : mails.splice(place, 1)[0]!.token
    })
    const session = browser.token === before ? undefined : browser.token
    return { act, answer, at, before, session, tokens }
  })
  // What is refused changes nothing.
  if (answers.every(({ status }) => status !== 200)) return answers
  const known = world.possible.flatMap(({ sessions }) => [...sessions].filter(([, { isOpen }]) => isOpen))
  const made = done.flatMap(({ session }) => session ?? [])
  const views = await look(world, new Set([...known.map(([token]) => token), ...made]))
  world.possible = explain(world.possible, done, views)
  return answers
}
