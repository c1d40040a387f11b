import { expect, describe, test } from 'vitest'
import { oneOf } from '../given/depth.ts'
import { importerWithout } from '../engines/import-without.ts'
import { useOwnService } from '../given/service.ts'
import { checkAccounts } from './check-accounts.ts'
import type { Soon } from './commands.ts'
import { makeHashesCheap } from './cheap-hashes.ts'
import { INVARIANTS } from './invariants.ts'
import { shortenWaits } from './short-waits.ts'
import { TAKEN_OUT } from './taken-out.ts'
import { useCompany } from './use-company.ts'
import { AT_SITE } from './world.ts'

/** One is found within few; these are enough on any seed. */
const RUNS = 100

/** Which invariant is broken then, and the moves that come more often, so that it is soon. */
const BREAKS: Record<keyof typeof TAKEN_OUT, { broken: (keyof typeof INVARIANTS)[]; soon: Soon[] }> = {
  'a link is bound to the address that it was mailed to': {
    broken: ['proof', 'end'],
    soon: ['askForLink', 'askForNewEmail', 'useToken'],
  },
  'a new e-mail waits until it is proved': { broken: ['proof'], soon: ['askForNewEmail'] },
  'a sign-in compares what it has checked with what is there now': { broken: ['end'], soon: [] },
  'strangers use up no links of others': { broken: ['wayIn'], soon: ['flood'] },
  'a known device counts apart': { broken: ['wayIn'], soon: ['flood'] },
  'the first proof of an address ends what was set up with it': {
    broken: ['end'],
    soon: ['invite', 'showInvitation', 'useToken', 'askForLink'],
  },
  'a removal ends the sessions': { broken: ['end'], soon: ['remove'] },
  'a disabled buyer buys nothing': { broken: ['end'], soon: ['disableBuyer'] },
  'the first proof of an address ends the passkeys': {
    broken: ['end'],
    soon: ['invite', 'showInvitation', 'showInvitation', 'useToken', 'useToken', 'addPasskey'],
  },
  'a proof is fresh for 10 minutes': { broken: ['fresh'], soon: ['makeKey', 'invite', 'addPasskey'] },
  'the removal of a passkey ends the sessions that one proved': {
    broken: ['end', 'needed'],
    soon: ['addPasskey', 'signInByPasskey', 'removePasskey'],
  },
  'a session of a workspace’s provider opens that workspace alone': { broken: ['proof'], soon: ['signInByCompany'] },
  'a session of a workspace’s provider is not that of the account': {
    broken: ['proof'],
    soon: ['signInByCompany', 'changeName'],
  },
  'a workspace’s provider signs in those who belong there': { broken: ['proof'], soon: ['signInByCompany'] },
  'the first proof of an address by a company ends what was set up with it': {
    broken: ['end'],
    soon: ['invite', 'showInvitation', 'useToken', 'signInByCompany'],
  },
  'who has to comes in by the company alone': { broken: ['needed'], soon: ['signInByCompany', 'setCompany'] },
  'nobody is erased who works there': { broken: ['erased'], soon: ['inviteBuyer', 'eraseBuyer', 'eraseColleague'] },
  'the account goes with the last workspace that knows it': {
    broken: ['end'],
    soon: ['inviteBuyer', 'useToken', 'remove', 'eraseBuyer', 'eraseColleague'],
  },
  'the staff of a workspace needs passkeys': { broken: ['needed'], soon: ['addPasskey', 'needPasskeys'] },
}

const { company, idp } = useCompany()

describe.each(oneOf(4, Object.entries(BREAKS)))('without "%s"', (name, { broken, soon }) => {
  const from = importerWithout(name)
  const service = useOwnService({
    site: AT_SITE,
    company,
    server: async () => ({ ...(await from('app.ts')), ...(await from('database/open.ts')) }),
  })

  test('an invariant of accounts is broken', async ({ onTestFinished }) => {
    onTestFinished(makeHashesCheap(await from('people/credentials.ts')))
    onTestFinished(shortenWaits())
    const words = broken.map((invariant) => INVARIANTS[invariant])
    const error = await checkAccounts(service, idp(), { numRuns: RUNS, commands: 40, soon }).catch(
      (thrown: Error) => thrown,
    )
    const told = (error?.cause as Error | undefined)?.message.split('\n')[0]
    expect(words).toContain(told)
  })
})
