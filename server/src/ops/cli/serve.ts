import cluster from 'node:cluster'
import { Command } from 'commander'
import { readConfig } from '../../config.ts'

export function serveCommand(): Command {
  return new Command('serve')
    .description('Run the service until a signal stops it.')
    .option('--port <number>', 'port to listen on (or PORT; default: 3000)')
    .option('--host <address>', 'address to listen on (or HOST; default: 127.0.0.1)')
    .option('--workers <number>', 'processes that share the port, on Postgres (or WORKERS; default: 1)')
    .option('--sample', 'create the sample workspace first, if the database is empty')
    .action(async ({ port, host, workers, sample = false }) => {
      const given = Object.entries({ PORT: port, HOST: host, WORKERS: workers }).filter(
        ([, value]) => value !== undefined,
      )
      const config = readConfig(Object.fromEntries(given))
      if (config.workers === 1) {
        const { serve } = await import('../../serve.ts')
        await serve(config, { sample })
      } else {
        const { runWorker, runWorkers } = await import('../../workers.ts')
        await (cluster.worker ? runWorker(cluster.worker, config, { sample }) : runWorkers(config))
      }
    })
}
