import { borrower } from './borrower.ts'
import type { Borrower } from './borrower.ts'

type Waiting<Asked, Answer> = {
  asked: Asked
  account: Borrower | undefined
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/** Of one group: those that wait, and how many statements are running. */
type Line<Asked, Answer> = { waiting: Waiting<Asked, Answer>[]; running: number }

/** Of each group, how many statements run at a time, and how many questions one of them answers at most. */
type AtOnce = { statements: number; questions: number }

/**
 * Answers questions that come together by one statement: the busier the service, the less each costs. Those that come
 * while a statement runs wait for the next. So each is answered by a statement that starts after it was asked, and learns
 * nothing that is older than itself. Questions of different groups are never in one statement.
 */
export class Gathering<Group, Asked, Answer> {
  readonly #answer: (group: Group, asked: Asked[]) => Promise<Answer[]>
  readonly #atOnce: AtOnce
  /** Of the groups that are being answered. */
  readonly #lines = new Map<string, Line<Asked, Answer>>()

  /** `answer` gives an answer for each that is asked, in the same order. */
  constructor(
    answer: (group: Group, asked: Asked[]) => Promise<Answer[]>,
    atOnce: AtOnce = { statements: 1, questions: Infinity },
  ) {
    this.#answer = answer
    this.#atOnce = atOnce
  }

  /** Rejects with what the statement throws, as do all that were asked with it. */
  ask(name: string, group: Group, asked: Asked): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const line = this.#lines.get(name) ?? { waiting: [], running: 0 }
    this.#lines.set(name, line)
    line.waiting.push({ asked, account: borrower.getStore(), resolve, reject })
    if (line.running < this.#atOnce.statements) {
      line.running++
      // Not before the other requests that have arrived by now are read too.
      setImmediate(() => void this.#answerAll(name, line, group))
    }
    return promise
  }

  async #answerAll(name: string, line: Line<Asked, Answer>, group: Group): Promise<void> {
    while (line.waiting.length > 0) {
      const next = line.waiting.splice(0, this.#atOnce.questions)
      try {
        const all = next.map(({ asked }) => asked)
        const answers = await borrower.run(accountOfAll(next), () => this.#answer(group, all))
        for (const [i, { resolve }] of next.entries()) resolve(answers[i]!)
      } catch (error) {
        for (const { reject } of next) reject(error)
      }
    }
    if (--line.running === 0) this.#lines.delete(name)
  }
}

/** The account of those who are answered together, of one workspace or nobody: it is gone when all of them are. */
function accountOfAll(waiting: Pick<Waiting<never, never>, 'account'>[]): Borrower | undefined {
  const [first] = waiting
  return first!.account && { ...first!.account, isGone: () => waiting.every(({ account }) => account?.isGone()) }
}
