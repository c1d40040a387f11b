import type { TestBrowser } from '../given/browser.ts'
import type { Answer } from '../given/service.ts'
import type { Entry, Page, State } from './state.ts'

/** What somebody does. */
export type Act = {
  says: string
  browser: TestBrowser
  send: () => Promise<Answer>
  /** The mails that it may cause. */
  mails?: { to: string; page: Page }[]
  /** What it does where it succeeded. Throws Broken where it may not have. */
  does: (state: State, done: Done) => void
  /** The address that somebody names who is not signed in. */
  names?: string
}

/** How an act went. `tokens` are what came by its mails. */
export type Done = Entry & { answer: Answer; tokens: (string | undefined)[] }
