import { z } from 'zod'
import { isEmail } from '../shared/email.ts'
import { onceOr, text } from '../lib/text-input.ts'

/** In Unicode code points. */
const PASSWORD_LENGTH = { min: 8, max: 200 }

/** An e-mail address. */
export const emailInput = text(254).refine(isEmail, 'Must be one e-mail address.')

/** The name of a person. */
export const nameInput = text(200)

/** A new password. Space around it counts. */
export const newPassword = z
  .string({ error: onceOr('Must be text.') })
  .refine((value) => value.isWellFormed() && !value.includes('\0'), 'Must not contain NUL or half a surrogate pair.')
  .refine((value) => [...value].length >= PASSWORD_LENGTH.min, `Must have at least ${PASSWORD_LENGTH.min} characters.`)
  .refine((value) => [...value].length <= PASSWORD_LENGTH.max, `Must have at most ${PASSWORD_LENGTH.max} characters.`)
  .meta({ minLength: PASSWORD_LENGTH.min, maxLength: PASSWORD_LENGTH.max })
