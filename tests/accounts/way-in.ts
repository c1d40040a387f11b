import { newBrowser } from '../given/browser.ts'
import { actAtOnce } from './act.ts'
import { Broken } from './invariants.ts'
import { requestLink, signIn, useToken } from './entries.ts'
import { GUESSES } from './silence.ts'
import { accountAt, isOpen } from './state.ts'
import type { Page, State } from './state.ts'
import type { World } from './world.ts'

const LINKS_OF_A_FLOOD = 6

/** The holder of a mailbox gets in, whatever others did and do: by calling off what they did, then by a link. */
export async function comeBack(world: World, address: string): Promise<void> {
  const holder = world.holderOf(address)
  const browser = newBrowser(world.service)
  const take = async (token: string, page: Page) => {
    const act = useToken(world, holder, { held: { token, page, to: address }, browser })
    return (await actAtOnce(world, [act]))[0]!
  }
  for (let token; (token = callOffOf(world, address)) !== undefined;) {
    const { status, body } = await take(token, '/call-off')
    if (status !== 200) throw new Broken('wayIn', `${address} cannot call a new e-mail off: ${body.error.message}`)
  }
  if (!world.possible.every((state) => accountAt(state, address) !== undefined)) return
  const [asked] = await actAtOnce(world, [requestLink(world, address, '/sign-in')])
  if (asked!.status !== 200)
    throw new Broken('wayIn', `${address} may not ask for a link: ${asked!.body.error.message}`)
  for (const { token, page, to } of holder.tokens.toReversed()) {
    const mayWork =
      page === '/sign-in' && to === address && world.possible.some((state) => isOpen(state, token, world.now))
    if (mayWork && (await take(token, page)).status === 200) return
  }
  throw new Broken('wayIn', `No link in the mailbox of ${address} works.`)
}

/**
 * The earliest link of a mailbox that surely brings back an account that is elsewhere now, to an address that is free.
 */
function callOffOf({ possible, now }: World, address: string): string | undefined {
  const isOf = (state: State, token: string) => {
    const link = state.links.get(token)
    const isOpen = link?.page === '/call-off' && link.isOpen && link.expiresAt > now && link.address === address
    return isOpen && state.accounts.get(link.account)!.address !== address && !isProvedAgain(state, address)
  }
  return [...possible[0]!.links.keys()].find((token) => possible.every((state) => isOf(state, token)))
}

/** Whether the holder has proved another account with the address meanwhile. */
function isProvedAgain(state: State, address: string): boolean {
  const name = accountAt(state, address)
  return name !== undefined && state.accounts.get(name)!.isProved
}

/**
 * Strangers do what they can to lock an address out, from the network of its holder. A browser of the holder stays
 * good.
 */
export async function flood(world: World, address: string): Promise<void> {
  const holder = world.holderOf(address)
  const name = accountAt(world.state, address)
  const password = name === undefined ? null : world.state.accounts.get(name)!.password
  const own = holder.keys.find((key) => key.password === password)
  const home = newBrowser(world.service)
  const come = async () => (own ? (await actAtOnce(world, [signIn({ ...own, address }, home)]))[0]!.status : 200)
  const wasIn = world.possible.length === 1 && (await come()) === 200
  const guess = () => signIn({ address, password: 'a wrong guess' }, newBrowser(world.service))
  await actAtOnce(world, Array.from({ length: GUESSES }, guess))
  for (let i = 0; i < LINKS_OF_A_FLOOD; i += 3) {
    const pages = ['/sign-in', '/sign-in', '/sign-in'] as const
    await actAtOnce(
      world,
      pages.map((page) => requestLink(world, address, page)),
    )
  }
  // The flood fills the mailbox with links: once they are used, there are others.
  for (let i = 0; i < LINKS_OF_A_FLOOD; i++) await comeBack(world, address)
  if (wasIn && (await come()) !== 200) throw new Broken('wayIn', `${address} cannot sign in on a known device.`)
}
