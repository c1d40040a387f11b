import { expect, describe, test } from 'vitest'
import { useOwnService } from '../service.ts'
import { checkAccounts } from './check-accounts.ts'
import { makeHashesCheap } from './cheap-hashes.ts'
import { INVARIANTS } from './invariants.ts'
import { shortenWaits } from './short-waits.ts'
import { TAKEN_OUT } from './taken-out.ts'
import { AT_SITE } from './world.ts'

/** One is found within few; these are enough on any seed. */
const RUNS = 100

const BREAKS: Record<keyof typeof TAKEN_OUT, (keyof typeof INVARIANTS)[]> = {
  'a link is bound to the address that it was mailed to': ['proof', 'end'],
  'a new e-mail waits until it is proved': ['proof'],
  'a sign-in compares what it has checked with what is there now': ['end'],
  'strangers use up no links of others': ['wayIn'],
  'a known device counts apart': ['wayIn'],
  'the first proof of an address ends what was set up with it': ['end'],
  'a removal ends the sessions': ['end'],
  'a disabled buyer buys nothing': ['end'],
  'the first proof of an address ends the passkeys': ['end'],
  'a proof is fresh for 10 minutes': ['fresh'],
  'the removal of a passkey ends the sessions that one proved': ['end'],
  'the staff of a workspace needs passkeys': ['needed'],
}

describe.each(Object.entries(BREAKS))('without "%s"', (name, broken) => {
  const from = (file: string) =>
    import(/* @vite-ignore */ `../../server/src/${file}?without=${encodeURIComponent(name)}`)
  const service = useOwnService({
    site: AT_SITE,
    server: async () => ({ ...(await from('app.ts')), ...(await from('database/open.ts')) }),
  })

  test('an invariant of accounts is broken', async ({ onTestFinished }) => {
    onTestFinished(makeHashesCheap(await from('people/password-hash.ts')))
    onTestFinished(shortenWaits())
    const words = broken.map((invariant) => INVARIANTS[invariant])
    const error = await checkAccounts(service, { numRuns: RUNS, commands: 30 }).catch((thrown: Error) => thrown)
    const told = (error?.cause as Error | undefined)?.message.split('\n')[0]
    expect(words).toContain(told)
  })
})
