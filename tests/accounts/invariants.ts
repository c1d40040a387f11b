/** What holds for all accounts, whatever people do, in any order and at once. */
export const INVARIANTS = {
  proof: 'A session, a password or a passkey opens only what its holder has proved.',
  end: 'After a new password or e-mail, a first proof, a removal or a disabling, what that ends opens nothing, in flight or not.',
  fresh: 'A session without a fresh proof makes no keys, no people and no passkeys.',
  needed: 'Where a workspace needs passkeys, or the company’s account, people get in with nothing else.',
  wayIn: 'Nobody can keep the rightful holder of a mailbox out.',
  erased: 'Nobody is erased who works there, or who was erased already.',
  silence: 'Nothing is told to those who are not signed in.',
}

/** An invariant does not hold. */
export class Broken extends Error {
  constructor(invariant: keyof typeof INVARIANTS, what: string) {
    super(`${INVARIANTS[invariant]}\n${what}`)
  }
}
