import { DEEP_ONLY, ONE_ENGINE, suite } from './tests/engines/suite.ts'

/** Once through all behaviour, with the same generated inputs each time: what `npm test` runs. */
export default suite({
  both: ['tests/{http,store,cli,fuzz}/**/*.test.ts'],
  postgresFirst: ONE_ENGINE,
  pgliteOnly: ['tests/browser/**/*.test.ts'],
  exclude: DEEP_ONLY,
  pure: ['tests/pure/**/*.test.ts'],
  seed: 1,
  deep: false,
})
