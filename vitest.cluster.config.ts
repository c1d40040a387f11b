import { availableParallelism } from 'node:os'
import { clusterSuite, ROOMS } from './tests/engines/suite.ts'

/**
 * What looks at the plans, the statistics or the index of a single server, or copies its database as a whole. Restores
 * of older backups, and those that are generated, take long.
 */
const SINGLE_SERVER = [
  'tests/*/{analyze-grown,flush-pending-words,orders-in-slices,terms-at-limits,work-of-a-sync}.test.ts',
  'tests/*/{history,session-settings,backup-generated,deployment-wide}.test.ts',
]

/** Images, clients that are slow or send much, and what walks all routes: the same code as on a single server. */
const ALIKE = [
  'tests/*/{console-images,console-routes,large-calls,sign-in,workspace-limits}.test.ts',
  'tests/*/{held-open,held-open-by-key,slow-clients}.test.ts',
  'tests/*/{*-images,image-attempts}.test.ts',
]

/** The API, the domain and the statements on a Citus cluster: what `npm run test:cluster` runs. */
export default clusterSuite({
  include: [`tests/{cluster,${ROOMS}}/**/!(*.pure|*.cli).test.ts`],
  exclude: [...ALIKE, ...SINGLE_SERVER],
  seed: 1,
  workers: availableParallelism() + 1,
})
