import { Command } from 'commander'
import { serve } from '../serve.ts'
import { readConfig } from '../config.ts'

export function serveCommand(): Command {
  return new Command('serve')
    .description('Run the service until it is told to stop.')
    .option('--port <number>', 'port to listen on (or PORT; 3000 unless set)')
    .option('--host <address>', 'address to listen on (or HOST; 127.0.0.1 unless set)')
    .option('--sample', 'first make the sample workspace, when the database is empty')
    .action(async ({ port, host, sample }) => {
      const given = { ...(port !== undefined && { PORT: port }), ...(host !== undefined && { HOST: host }) }
      await serve(readConfig(given), { sample: Boolean(sample) })
    })
}
