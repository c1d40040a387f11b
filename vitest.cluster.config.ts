import { availableParallelism } from 'node:os'
import { ONE_ENGINE, clusterSuite } from './tests/engines/suite.ts'

/** The API, the domain and the statements on a Citus cluster: what `npm run test:cluster` runs. */
export default clusterSuite({
  include: ['tests/{cluster,http,store}/**/*.test.ts'],
  exclude: [...ONE_ENGINE],
  seed: 1,
  workers: availableParallelism() + 1,
})
