import { z } from 'zod'
import { ACTOR_TYPES } from '../../database/column-values.ts'

/** The person, key or system that made a change. */
export const Actor = z
  .object({
    type: z.enum(ACTOR_TYPES),
    id: z
      .string()
      .nullable()
      .meta({ description: 'Null if the actor has no record of its own.', examples: [null] }),
    name: z.string().meta({ description: 'The name at that time.', examples: ['ERP sync'] }),
  })
  .meta({ id: 'Actor', description: 'The person, key or system that made a change.' })
