import { randomUUID } from 'node:crypto'
import { newBrowser } from '../given/browser.ts'
import type { Answer, TestService } from '../given/service.ts'
import { Broken } from './invariants.ts'
import type { World } from './world.ts'

/** Past this many wrong passwords, sign-in to an address is closed for a while. */
export const GUESSES = 11

/** Which answers there are for an address that nobody has, of each service. */
const known = new WeakMap<TestService, Promise<Set<string>>>()

/** Throws Broken where somebody who is not signed in gets an answer that an address without an account never gets. */
export async function requireSilent({ service }: World, says: string, answer: Answer): Promise<void> {
  const answers = await known.getOrInsertComputed(service, () => answersToNobody(service))
  const given = whatItTells(answer)
  if (!answers.has(given)) throw new Broken('silence', `${says}: ${given}\nOthers: ${[...answers].join('\n')}`)
}

async function answersToNobody(service: TestService): Promise<Set<string>> {
  const email = `${randomUUID()}@nobody.example`
  const call = async (path: string, body: object) =>
    whatItTells(await newBrowser(service).call('POST', `/account/${path}`, { email, ...body }))
  const answers = [await call('link', {}), await call('forgot', {})]
  for (let i = 0; i < GUESSES; i++) answers.push(await call('sign-in', { password: 'a wrong password' }))
  return new Set(answers)
}

/** All of an answer that is the same each time. */
export function whatItTells({ status, headers, body }: Answer): string {
  const same = [...headers].filter(
    ([name]) => !/^(date|set-cookie|x-request-id|etag|content-security-policy)$/.test(name),
  )
  return JSON.stringify([status, body, same], (key, value) => (key === 'requestId' ? undefined : value))
}
