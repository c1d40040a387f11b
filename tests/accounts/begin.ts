import { actAtOnce } from './act.ts'
import { signIn, useToken } from './entries.ts'
import type { Move } from './moves.ts'
import { PASSKEY_MOVES } from './passkey-moves.ts'
import { WORKSPACE_MOVES } from './workspace-moves.ts'
import type { Actor, World } from './world.ts'

/** The owner and the insider are signed in. The owner has a passkey. The insider is of the owner's staff, and buys there as well. */
export async function begin(world: World): Promise<void> {
  const [owner, insider] = world.actors as [Actor, Actor]
  const one = <T>(list: readonly T[]) => list.find((item) => item === insider.mailboxes[0]) ?? list[0]
  const ownerDoes = async (move: Move) => actAtOnce(world, [(await move({ world, actor: owner, one }))!])
  for (const { keys, browsers } of [owner, insider]) await actAtOnce(world, [signIn(keys[0]!, browsers[0]!)])
  await ownerDoes(PASSKEY_MOVES.addPasskey)
  for (const move of [WORKSPACE_MOVES.invite, WORKSPACE_MOVES.inviteBuyer]) {
    await ownerDoes(move)
    await actAtOnce(world, [useToken(world, insider, { held: insider.tokens.at(-1)!, browser: insider.browsers[0]! })])
  }
}
