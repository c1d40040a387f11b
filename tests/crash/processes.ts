import { afterAll, beforeAll } from 'vitest'
import { DomainError, OperatorError } from '../../server/src/errors.ts'
import type { OperationInput, OperationName, OperationResult } from '../../server/src/ops/all-operations.ts'
import { newDatabase } from '../engines/test-store.ts'
import { Killable } from './killable.ts'
import type { Environment } from '../given/run-cli.ts'
import { tellSeed } from './tell-seed.ts'

/** A service of several processes on one database; on the embedded store, of one. */
export type Processes = {
  /** Calls one of them after the other. Throws where one fails. */
  call: Killable['call']
  operate: Killable['operate']
  /** The same, where it may be refused in words, and then is nothing; a failure is thrown. */
  tryTo: <N extends OperationName>(operation: N, input: OperationInput<N>) => Promise<OperationResult<N> | undefined>
  /** Ends all of them, and looks into the store. */
  endAndLook: Killable['look']
  /** Its own workspace, and what makes keys in it. */
  workspace: () => Promise<{ workspaceId: string; newKey: (name: string) => Promise<string> }>
}

const PROCESSES = 3

export function useProcesses(env: Environment = {}): Processes {
  const running: Killable[] = []
  let remove: () => Promise<void>
  let turn = 0
  tellSeed()
  beforeAll(async () => {
    const database = await newDatabase()
    remove = database.remove
    const count = database.config.engine === 'embedded' ? 1 : PROCESSES
    running.push(...Array.from({ length: count }, () => new Killable(database.config, { env })))
    await Promise.all(running.map((one) => one.start()))
  })
  afterAll(async () => {
    await Promise.all(running.map((one) => one.close()))
    await remove()
  })

  const operate: Killable['operate'] = (operation, input) => running[0]!.operate(operation, input)
  return {
    call: (...args) => running[turn++ % running.length]!.call(...args),
    operate,
    tryTo: (operation, input) =>
      operate(operation, input).catch((error) => {
        const refused = error instanceof DomainError || error instanceof OperatorError
        if (!refused || error.message.startsWith('The server failed')) throw error
        return undefined
      }),
    endAndLook: async (read) => {
      await Promise.all(running.map((one) => one.kill()))
      return running[0]!.look(read)
    },
    workspace: async () => {
      const input = { name: 'Harbour', currency: 'GBP', timezone: 'UTC', taxLabel: 'ex VAT', plan: 'active' as const }
      const { id: workspaceId } = await operate('workspace create', input)
      const newKey = async (name: string) => (await operate('key create', { workspaceId, name, scope: 'write' })).key
      return { workspaceId, newKey }
    },
  }
}
