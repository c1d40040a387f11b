import { z } from 'zod'
import { ACTOR_TYPES } from '../../database/column-values.ts'

/** Who did something. */
export const Actor = z
  .object({
    type: z.enum(ACTOR_TYPES),
    id: z
      .string()
      .nullable()
      .meta({ description: 'Null where there is nothing to look up.', examples: [null] }),
    name: z.string().meta({ description: 'As it was called then.', examples: ['ERP sync'] }),
  })
  .meta({ id: 'Actor', description: 'Who did it.' })
