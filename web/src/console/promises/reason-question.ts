import { createQuestion } from '../../shared/question.ts'

/** Asks why promises to customers may be broken, before an act that would break some; null: it is not done. */
export const reasonQuestion = createQuestion<string | null>()
