import { createQuestion } from './question.ts'

/** Asks the person to prove who they are, before what is hard to take back. */
export const proofQuestion = createQuestion()
