import { z } from 'zod'
import { onceOr, text } from '../../lib/text-input.ts'

/** A password to compare. */
export const password = z.string({ error: onceOr('Must be text.') }).max(1_000, 'Must have at most 1000 characters.')

/** A token from a link. */
export const token = text(200)
