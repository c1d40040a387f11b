import { randomInt } from 'node:crypto'
import { DEEP_ONLY, importing, suite } from './tests/engines/suite.ts'

/** What takes long, and all that generates its inputs, with others each time: what `npm run test:deep` runs. */
export default suite({
  include: [...DEEP_ONLY, ...importing('fast-check', 'tests/{http,store,fuzz}')],
  exclude: [],
  pgliteOnly: [],
  pure: importing('fast-check', 'tests/pure'),
  seed: randomInt(2 ** 31),
  deep: true,
})
