import { execFile } from 'node:child_process'
import { delimiter, dirname } from 'node:path'

export type Ended = { code: number; stdout: string; stderr: string }

/**
 * The environment of somebody who has Node and npm, and knows nothing of this repository: without its commands, and
 * without what npm and Vitest set for those that they run.
 */
export const PLAIN: NodeJS.ProcessEnv = {
  HOME: process.env['HOME'],
  npm_config_cache: process.env['npm_config_cache'],
  NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'],
  PATH: [
    dirname(process.execPath),
    ...process.env['PATH']!.split(delimiter).filter((folder) => !folder.includes('node_modules')),
  ].join(delimiter),
}

/** Runs a command to its end, whatever it ends with. */
export function runIn(cwd: string, command: string, args: string[], env = PLAIN): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}
