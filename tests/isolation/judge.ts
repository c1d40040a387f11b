import { AsyncLocalStorage } from 'node:async_hooks'
import { loadModule } from 'libpg-query'
import { inject } from 'vitest'
import { clusterStatement } from '../../server/src/database/postgres-session.ts'
import { clusterRefusals } from './cluster-grammar.ts'
import { confinement } from './confinement.ts'
import type { Confinement } from './confinement.ts'
import { DEPLOYMENT_WIDE, DEPLOYMENT_WIDE_ON_CLUSTER } from './deployment-wide.ts'
import type { DeploymentWide } from './deployment-wide.ts'
import { observeStatements } from './observe-statements.ts'

declare module 'vitest' {
  interface ProvidedContext {
    workspaceColumns: [table: string, column: string][]
  }
}

await loadModule()
const columns = new Map(inject('workspaceColumns'))
/** By their text: most statements run often. */
const judged = new Map<string, Judgement>()
let complaints: string[] = []

/** What only a single server is asked, of keys and sessions of many workspaces at once: `isCluster` tells. */
const OF_MANY_WORKSPACES = /"(asked|used)"\."workspace_id"|= found\.workspace_id and person_id/

/** The statements on the whole deployment that were run so far. */
export const met = new Set<DeploymentWide>()

const overAll = new AsyncLocalStorage<true>()

/** Does what looks into all workspaces to see whether they are whole, and is not of the service: it is not judged. */
export function lookOverAll<T>(look: () => Promise<T>): Promise<T> {
  return overAll.run(true, look)
}

/** Judges a statement that is run, with its values where they are known. */
export function judge(statement: string, values?: readonly unknown[]): void {
  if (overAll.getStore()) return
  const { refusals, deploymentWide, keepsTo } = judged.getOrInsertComputed(statement, judgeText)
  for (const refusal of refusals) complaints.push(`a cluster refuses ${refusal}, in: ${statement}`)
  if (deploymentWide) return void met.add(deploymentWide)
  for (const complaint of keepsTo.complaints) complaints.push(`${complaint}, in: ${statement}`)
  if (!values) return
  const workspaces = new Set(keepsTo.parameters.map((number) => String(values[number - 1]).toLowerCase()))
  if (workspaces.size > 1) complaints.push(`${workspaces.size} workspaces are named, in: ${statement}`)
}

type Judgement = { refusals: string[] } & (
  | { deploymentWide: DeploymentWide; keepsTo?: never }
  | { deploymentWide?: never; keepsTo: Confinement }
)

function judgeText(statement: string): Judgement {
  const deploymentWide = [...DEPLOYMENT_WIDE, ...DEPLOYMENT_WIDE_ON_CLUSTER].find(({ statement: known }) =>
    typeof known === 'string' ? known === statement : known.test(statement),
  )
  const refusals = OF_MANY_WORKSPACES.test(statement)
    ? []
    : clusterRefusals(clusterStatement(statement, ''), columns, { overAll: deploymentWide !== undefined })
  return deploymentWide ? { refusals, deploymentWide } : { refusals, keepsTo: confinement(statement, columns) }
}

// Once for all files of a worker.
observeStatements(judge)

/** What was wrong since the last time. */
export function takeComplaints(): string[] {
  const taken = [...new Set(complaints)]
  complaints = []
  return taken
}
