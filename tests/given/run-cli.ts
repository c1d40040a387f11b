import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { DatabaseConfig } from '../../server/src/config.ts'
import { RECORDED } from '../isolation/recorded-processes.ts'

const CLI = fileURLToPath(new URL('../../server/src/cli.ts', import.meta.url))

export type Environment = Record<string, string>
export type Finished = { code: number | null; stdout: string; stderr: string }

/** The variables that point a process at a test database. */
export function environment(database: DatabaseConfig): Environment {
  return database.engine === 'embedded' ? { DATA_DIR: database.dataDir } : { DATABASE_URL: database.url }
}

/** Runs `trade-catalogue` to its end; `input` is what it reads from standard input. */
export async function runCli(args: string[], env: Environment, input = ''): Promise<Finished> {
  const child = start(args, env)
  child.stdin.on('error', () => {}).end(input)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, stdout, stderr }
}

/** Runs `trade-catalogue … --json`, which must succeed, and returns what it printed. */
export async function runJson(args: string[], env: Environment, input?: string): Promise<any> {
  const { code, stdout, stderr } = await runCli([...args, '--json'], env, input)
  if (code !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

export type RunningServer = {
  url: string
  pid: number
  /** All that it has printed so far. */
  printed: () => string
  /** Sends a signal and waits for the end, also of the processes that it started; resolves with the exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** Runs `trade-catalogue serve` on a free port, once it says where it is. `cli`: that of another version. */
export async function startServer(env: Environment, args: string[] = [], cli = CLI): Promise<RunningServer> {
  const child = start(['serve', ...args], { PORT: '0', ...env }, cli)
  const exited = once(child, 'exit')
  // Where its starter fails, it does not stay behind.
  const end = () => child.kill()
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  // Whatever it started has its output open too.
  const ended = once(child, 'close')
  let printed = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += String(chunk)
      const found = /described at (\S+)\/docs\n/.exec(printed)
      if (found) resolve(found[1]!)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void exited.then(() => reject(new Error(`The server ended: ${printed}`)))
  })
  return {
    url,
    pid: child.pid!,
    printed: () => printed,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      const [code] = await ended
      return code
    },
  }
}

/** Starts `trade-catalogue`, to be waited for or killed. Its standard input is open. */
export function start(args: string[], env: Environment, cli = CLI) {
  return spawn(cli, args, {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...RECORDED, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}
