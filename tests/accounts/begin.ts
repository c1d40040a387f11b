import { actAtOnce } from './act.ts'
import { COMPANY_MOVES } from './company-moves.ts'
import { signIn, useToken } from './entries.ts'
import type { Move } from './moves.ts'
import { PASSKEY_MOVES } from './passkey-moves.ts'
import { WORKSPACE_MOVES } from './workspace-moves.ts'
import type { Actor, World } from './world.ts'

/**
 * The owner and the insider are signed in, and their workspaces have a provider. The owner has a passkey. The insider is of the owner's staff, and buys there
 * as well; and has made an account with an address of the stranger, which nobody has proved.
 */
export async function begin(world: World): Promise<void> {
  const [owner, insider, stranger] = world.actors as [Actor, Actor, Actor]
  const does = async (actor: Actor, move: Move, address?: string) => {
    const one = <T>(list: readonly T[]) => list.find((item) => item === address) ?? list[0]
    await actAtOnce(world, [(await move({ world, actor, one }))!])
  }
  const accepts = (browser: number) =>
    actAtOnce(world, [useToken(world, insider, { held: insider.tokens.at(-1)!, browser: insider.browsers[browser]! })])
  for (const { keys, browsers } of [owner, insider]) await actAtOnce(world, [signIn(keys[0]!, browsers[0]!)])
  await does(owner, PASSKEY_MOVES.addPasskey)
  for (const actor of [owner, insider]) await does(actor, COMPANY_MOVES.setCompany)
  for (const move of [WORKSPACE_MOVES.invite, WORKSPACE_MOVES.inviteBuyer]) {
    await does(owner, move, insider.mailboxes[0])
    await accepts(0)
  }
  await does(insider, WORKSPACE_MOVES.invite, stranger.mailboxes[0])
  await does(insider, WORKSPACE_MOVES.showInvitation)
  await accepts(1)
}
