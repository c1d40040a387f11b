/** What holds for all accounts, whatever people do, in any order and at once. */
export const INVARIANTS = {
  proof: 'A session or a password opens only what its holder has proved.',
  end: 'After a password, an e-mail, a removal or a disabling takes effect, nothing made before opens anything, in flight or not.',
  wayIn: 'Nobody can keep the rightful holder of a mailbox out.',
  silence: 'Nothing is told to those who are not signed in.',
}

/** An invariant does not hold. */
export class Broken extends Error {
  constructor(invariant: keyof typeof INVARIANTS, what: string) {
    super(`${INVARIANTS[invariant]}\n${what}`)
  }
}
