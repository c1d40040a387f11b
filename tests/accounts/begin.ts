import { actAtOnce } from './act.ts'
import { signIn, useToken } from './moves.ts'
import type { Move } from './moves.ts'
import { WORKSPACE_MOVES } from './workspace-moves.ts'
import type { World } from './world.ts'

/** The owner and the insider are signed in. The insider is of the owner's staff, and buys there as well. */
export async function begin(world: World): Promise<void> {
  const [owner, insider] = world.actors as [World['actors'][0], World['actors'][0]]
  for (const actor of [owner, insider]) await actAtOnce(world, [signIn(actor.keys[0]!, actor.browsers[0]!)])
  for (const move of [WORKSPACE_MOVES.invite, WORKSPACE_MOVES.inviteBuyer]) {
    const act = await (move as Move)({ world, actor: owner, one: (list) => pickFor(list, insider.mailboxes[0]!) })
    await actAtOnce(world, [act!])
    const held = insider.tokens.at(-1)!
    await actAtOnce(world, [useToken(world, insider, { held, page: held.page, browser: insider.browsers[0]! })])
  }
}

function pickFor<T>(list: readonly T[], wanted: unknown): T | undefined {
  return list.find((one) => one === wanted) ?? list[0]
}
