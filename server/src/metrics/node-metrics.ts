import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { Context } from '../context.ts'
import { askNodes } from '../database/cluster.ts'
import type { Job } from '../jobs/run-every.ts'

/** The job that measures the nodes of a Citus cluster. A scrape does not ask them: a node that is away answers late. */
export function measureNodes({ db }: Pick<Context, 'db'>, registry: Registry): Job {
  const common = { labelNames: ['node'], registers: [registry] }
  const up = new Gauge({ ...common, name: 'cluster_node_up', help: 'Whether the node answers.', aggregator: 'min' })
  const connections = new Gauge({
    ...common,
    name: 'cluster_node_connections',
    help: 'Connections to the database on the node.',
    aggregator: 'max',
  })
  return {
    name: 'measure-nodes',
    pauseMs: 10_000,
    work: async () => {
      const answers = await askNodes(db, 'select count(*) from pg_stat_activity where datname = current_database()')
      up.reset()
      connections.reset()
      for (const { node, answered, result } of answers) {
        up.set({ node }, Number(answered))
        if (answered) connections.set({ node }, Number(result))
      }
    },
  }
}
