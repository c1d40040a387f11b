import { randomInt } from 'node:crypto'
import { DEEP_BROWSER, DEEP_ONLY, importing, ONE_ENGINE, suite } from './tests/engines/suite.ts'

/** What takes long, and all that generates its inputs, with others each time: what `npm run test:deep` runs. */
export default suite({
  both: [...DEEP_ONLY, ...importing('fast-check', 'tests/{http,store,fuzz}')],
  postgresFirst: [],
  // The first: on the engine on which `npm test` does not run them.
  pgliteOnly: [...ONE_ENGINE, ...DEEP_BROWSER],
  exclude: [],
  pure: importing('fast-check', 'tests/pure'),
  seed: randomInt(2 ** 31),
  deep: true,
})
