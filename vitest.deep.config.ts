import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import {
  DEEP_ACCOUNTS,
  DEEP_ALONE,
  DEEP_ONCE,
  DEEP_MODEL,
  DEEP_ONLY,
  DEEP_PURE,
  GENERATED,
  ONE_ENGINE,
  importing,
  suite,
} from './tests/engines/suite.ts'

/** What takes long, and all that generates its inputs, with others each time: what `npm run test:deep` runs. */
export default suite({
  both: [...DEEP_ONLY, 'tests/model/model.test.ts'],
  postgresFirst: [
    ...DEEP_ONCE,
    'tests/crash/failover.test.ts',
    'tests/accounts/accounts.test.ts',
    DEEP_ACCOUNTS,
    DEEP_MODEL,
    // `npm test` runs these on the embedded database, with fewer inputs.
    ...GENERATED,
  ],
  // The first: on the engine on which `npm test` does not run them.
  pgliteOnly: [...ONE_ENGINE, 'tests/pages/**/*.test.ts'],
  alone: [DEEP_ALONE],
  exclude: [],
  pure: [...importing('fast-check', 'tests').filter((file) => file.includes('.pure.')), ...DEEP_PURE],
  seed: randomInt(2 ** 31),
  deep: true,
  // Crash rounds wait most of the time.
  workers: availableParallelism() + 1,
})
