/** What one server carries: many full workspaces, asked as their users would. */
import { openStore } from '../../server/src/database/open.ts'
import { fillWorkspace, newWorkspace, OPERATOR } from '../fill.ts'
import { load } from '../load.ts'
import { measuredLoad } from '../measure.ts'
import { childrenOf, residentMemory } from '../process-usage.ts'
import type { Figures } from '../workload.ts'
import { benchServer } from '../server-under-load.ts'
import { CALLS, callsOf, CUSTOMERS } from './calls.ts'
import { copyWorkspace } from './copy-workspace.ts'
import { ask } from './filled-server.ts'
import type { FilledServer } from './filled-server.ts'

/** Workspaces that one statement of the fill makes. */
const COPIES = 4
const LANES = 2

/** Fills an empty server: one workspace through the verbs of the service, the others as its copies. Returns all keys. */
export async function fillServer(
  server: FilledServer,
  { workspaces, products }: { workspaces: number; products: number },
  fillOne: typeof fillWorkspace = fillWorkspace,
): Promise<string[]> {
  const store = await openStore(server.config)
  try {
    const context = { db: store.db, clock: () => new Date(), actor: OPERATOR }
    const first = await newWorkspace(context, 'First', 1)
    await fillOne(first.context, { from: 0, products, customers: CUSTOMERS })
    const keys = [...first.keys]
    let left = workspaces - 1
    const lane = async () => {
      while (left > 0) {
        const copies = Math.min(COPIES, left)
        left -= copies
        keys.push(...(await copyWorkspace(store.db, first.workspaceId, copies)))
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    await store.runScript('vacuum analyze')
    await store.runScript('checkpoint')
    return keys
  } finally {
    await store.close()
  }
}

type Options = { seconds: number; connections: number; products: number }

/** Measures one process with cold and warm caches, each kind of call, fewer workspaces, and two processes. */
export async function measureFull(server: FilledServer, keys: string[], { seconds, connections, products }: Options) {
  const options = { seconds, connections } as never
  const mixed = async (label: string, some: string[], args: string[] = []) => {
    await using stack = new AsyncDisposableStack()
    const service = await benchServer(server, args)
    stack.defer(async () => void (await service.stop()))
    const next = callsOf(some, products)
    if (!label.startsWith('cold')) await load(service.port, next, { connections, seconds: seconds / 2 })
    const { load: done, figures } = await measuredLoad({ server: service, database: server, options }, next)
    const pids = args.length > 0 ? childrenOf(service.pid) : [service.pid]
    return show(label, {
      label,
      ...figures,
      firstError: done.firstError,
      byKind: done.byKind,
      serverMemory: pids.map((pid) => residentMemory(pid)),
      postgresPrivateMemory: Math.round(server.privateMemory()),
      connections: await server.connections(),
    })
  }
  const size = {
    workspaces: keys.length,
    products,
    bytes: await ask<number>(server.url, 'select pg_database_size(current_database())::float8'),
  }
  console.log(size)
  server.emptyCaches()
  const cold = await mixed('cold', keys)
  const warm = await mixed('warm', keys)
  const fewer = await mixed('warm, a twentieth of the workspaces', keys.slice(0, Math.ceil(keys.length / 20)))
  const twoProcesses = await mixed('warm, two processes', keys, ['--workers', '2'])
  const service = await benchServer(server)
  const kinds: Record<string, Figures & { firstError: string | undefined }> = {}
  for (const kind of Object.keys(CALLS)) {
    const next = callsOf(keys, products, kind)
    await load(service.port, next, { connections, seconds: seconds / 4 })
    const { load: done, figures } = await measuredLoad({ server: service, database: server, options }, next, {
      seconds: seconds / 2,
    })
    kinds[kind] = show(kind, { ...figures, firstError: done.firstError })
  }
  await service.stop()
  return { size, cold, warm, fewer, twoProcesses, kinds }
}

function show<T extends object>(label: string, figures: T): T {
  console.log(
    label,
    JSON.stringify(figures, (_, value) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value)),
  )
  return figures
}
