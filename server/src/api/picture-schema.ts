import { z } from 'zod'

export const Picture = z
  .object({ small: z.string(), medium: z.string(), large: z.string(), width: z.int(), height: z.int() })
  .meta({ description: 'Paths of its sizes, 320, 640 and 1280 pixels wide at most, and the pixels of the large one.' })

export const LinePicture = z
  .object({ categoryId: z.uuid().nullable(), image: Picture.nullable() })
  .nullable()
  .meta({ description: 'The product as it is now: its image, or else its category. Null where it is not seen now.' })
