import { afterAll, beforeAll } from 'vitest'
import { newDatabase } from '../engines/test-store.ts'
import { environment, startServer } from './run-cli.ts'
import type { Environment, RunningServer } from './run-cli.ts'

/** The environment that points the processes of a file's tests at their own database. */
export function useDatabase(): Environment {
  const env: Environment = {}
  let remove: () => Promise<void>
  beforeAll(async () => {
    const database = await newDatabase()
    remove = database.remove
    Object.assign(env, environment(database.config))
  })
  afterAll(() => remove())
  return env
}

/** The same, with a server that runs on it meanwhile. */
export function useServer(): { env: Environment; server: RunningServer } {
  const env = useDatabase()
  const server = {} as RunningServer
  beforeAll(async () => void Object.assign(server, await startServer(env)))
  afterAll(async () => void (await server.stop()))
  return { env, server }
}
