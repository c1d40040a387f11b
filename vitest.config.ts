import { DEEP_ONLY, suite } from './tests/engines/suite.ts'

/** Once through all behaviour, with the same generated inputs each time: what `npm test` runs. */
export default suite({
  include: ['tests/{http,store,cli,crash,fuzz}/**/*.test.ts'],
  exclude: DEEP_ONLY,
  pgliteOnly: ['tests/browser/**/*.test.ts'],
  pure: ['tests/pure/**/*.test.ts'],
  seed: 1,
  deep: false,
})
