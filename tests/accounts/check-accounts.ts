import fc from 'fast-check'
import { newBrowser } from '../given/browser.ts'
import type { IdentityProvider } from '../given/identity-provider.ts'
import type { TestService } from '../given/service.ts'
import { actAtOnce } from './act.ts'
import { begin } from './begin.ts'
import { anyCommand } from './commands.ts'
import type { Soon } from './commands.ts'
import { explain } from './explain.ts'
import { look } from './look.ts'
import { signIn, signInByPasskey, useToken } from './entries.ts'
import { comeBack } from './way-in.ts'
import { isOpen } from './state.ts'
import { World } from './world.ts'

/** Limits of attempts are over by then. */
const BETWEEN_RUNS_MS = 86_400_000

/** Lets people act in so many runs of up to so many commands. Throws where an invariant is broken. */
export async function checkAccounts(
  service: TestService,
  idp: IdentityProvider,
  { numRuns, commands: length, soon }: { numRuns: number; commands: number; soon?: readonly Soon[] },
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(anyCommand(soon), { minLength: length, maxLength: length }), async (commands) => {
      service.later(BETWEEN_RUNS_MS)
      const world = await new World(service, idp).begin()
      await begin(world)
      await fc.asyncModelRun(() => ({ model: {}, real: world }), commands)
      await tryAll(world)
      for (const address of world.addresses) await comeBack(world, address)
      await tryAll(world)
    }),
    { numRuns, endOnFailure: true, unbiased: true },
  )
}

/** Tries all that ever opened something: each session, each token where it belongs, each password and each passkey. */
async function tryAll(world: World): Promise<void> {
  const { possible, service } = world
  const sessions = new Set(possible.flatMap((state) => [...state.sessions.keys()]))
  world.possible = explain(possible, [], await look(world, sessions))
  const passwords = world.state.accounts
    .values()
    .flatMap(({ address, earlierPasswords }) =>
      earlierPasswords.values().map((password) => signIn({ address, password }, newBrowser(service))),
    )
  const tokens = world.actors.flatMap((actor) =>
    actor.tokens
      .filter(({ token }) => possible.every((state) => !isOpen(state, token, world.now)))
      .map((held) => useToken(world, actor, { held, browser: newBrowser(service) })),
  )
  const passkeys = world.actors
    .flatMap((actor) => actor.passkeys)
    .filter(({ listed }) => possible.every((state) => !state.passkeys.get(listed)!.isOpen))
    .map((passkey) => signInByPasskey(passkey, newBrowser(service)))
  await actAtOnce(world, [...passwords, ...tokens, ...(await Promise.all(passkeys)).filter((act) => act !== undefined)])
}
