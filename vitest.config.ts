import { availableParallelism } from 'node:os'
import {
  DEEP_ACCOUNTS,
  DEEP_BROWSER,
  DEEP_ONCE,
  DEEP_MODEL,
  DEEP_ONLY,
  DEEP_PURE,
  GENERATED,
  ONE_ENGINE,
  PURE,
  ROOMS,
  suite,
} from './tests/engines/suite.ts'

/** Once through all behaviour, with the same generated inputs each time: what `npm test` runs. */
export default suite({
  both: [`tests/{accounts,fuzz,${ROOMS}}/**/!(*.pure).test.ts`],
  postgresFirst: ONE_ENGINE,
  // The first two run with more inputs in the deep run.
  pgliteOnly: [...GENERATED, 'tests/{accounts,model}/**/*.test.ts', 'tests/pages/**/*.test.ts'],
  alone: [],
  exclude: [...DEEP_ONLY, ...DEEP_ONCE, ...DEEP_BROWSER, DEEP_ACCOUNTS, DEEP_MODEL, ...DEEP_PURE],
  pure: PURE,
  seed: 1,
  deep: false,
  // Many tests wait some of the time.
  workers: availableParallelism() + 1,
})
