type Waiting<Asked, Answer> = {
  asked: Asked
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Answers questions that come together by one statement: the busier the service, the less each costs. Those that come
 * while a statement runs wait for the next. So each is answered by a statement that starts after it was asked, and learns
 * nothing that is older than itself. Questions of different groups are never in one statement.
 */
export class Gathering<Group, Asked, Answer> {
  readonly #answer: (group: Group, asked: Asked[]) => Promise<Answer[]>
  /** Of each group that is being answered, those that wait. */
  readonly #waiting = new Map<string, Waiting<Asked, Answer>[]>()

  /** `answer` gives an answer for each that is asked, in the same order. */
  constructor(answer: (group: Group, asked: Asked[]) => Promise<Answer[]>) {
    this.#answer = answer
  }

  /** Rejects with what the statement throws, as do all that were asked with it. */
  ask(name: string, group: Group, asked: Asked): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const waiting = this.#waiting.get(name)
    if (waiting) waiting.push({ asked, resolve, reject })
    else {
      this.#waiting.set(name, [{ asked, resolve, reject }])
      // Not before the other requests that have arrived by now are read too.
      setImmediate(() => void this.#answerAll(name, group))
    }
    return promise
  }

  async #answerAll(name: string, group: Group): Promise<void> {
    for (let next = this.#take(name); next.length > 0; next = this.#take(name)) {
      try {
        const answers = await this.#answer(
          group,
          next.map(({ asked }) => asked),
        )
        for (const [i, { resolve }] of next.entries()) resolve(answers[i]!)
      } catch (error) {
        for (const { reject } of next) reject(error)
      }
    }
    this.#waiting.delete(name)
  }

  #take(name: string): Waiting<Asked, Answer>[] {
    const waiting = this.#waiting.get(name)!
    this.#waiting.set(name, [])
    return waiting
  }
}
