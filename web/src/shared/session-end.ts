import { createQuestion } from './question.ts'

/** Asks the person to sign in again, once the session has ended. */
export const signInQuestion = createQuestion()
