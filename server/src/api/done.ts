import { z } from 'zod'
import { envelope } from '../http/envelope.ts'

/** The answer of an act that has nothing to tell. */
export const Done = envelope(z.object({ ok: z.literal(true) }))
export const DONE = { data: { ok: true as const } }
