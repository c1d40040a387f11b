/** The inputs of the simulation, in one table. What is not measured is an assumption, and docs/scale.md says so. */
import type { Deployment } from './simulate.ts'

/** Between machines of one place, there and back. */
const NETWORK_MS = 0.5
/** A call asks the database twice: for its admission, and for its answer. */
const STATEMENTS = 2

const ONE: Deployment = {
  name: 'the measured machine: 1 process and Postgres, 1 processor each',
  machines: 1,
  serviceCores: 1,
  nodes: 1,
  nodeCores: 1,
  databaseFactor: 1,
  roundTripsMs: 0,
  replicaMs: 0,
}
const APART = { roundTripsMs: STATEMENTS * NETWORK_MS }
const LARGE: Deployment = {
  ...ONE,
  ...APART,
  name: '16 processes on two machines, Postgres with 32 processors',
  machines: 3,
  serviceCores: 16,
  nodeCores: 32,
}

/** Each worker has a replica, and the coordinator too. The planner of the coordinator sees each statement first. */
function citus(nodes: number): Deployment {
  return {
    ...ONE,
    name: `Citus: ${nodes} workers of 16 processors, coordinator of 16`,
    machines: 2 * (nodes + 1) + nodes,
    serviceCores: 8 * nodes,
    nodes,
    nodeCores: 16,
    databaseFactor: 2,
    coordinator: { cores: 16, ms: 0.3 },
    roundTripsMs: 2 * STATEMENTS * NETWORK_MS,
    replicaMs: NETWORK_MS + 1,
  }
}

export const DEPLOYMENTS: Deployment[] = [
  ONE,
  { ...ONE, name: '4 processes and Postgres on one machine of 8', serviceCores: 4, nodeCores: 4 },
  {
    ...ONE,
    ...APART,
    name: '4 processes, Postgres with 16 processors apart',
    machines: 2,
    serviceCores: 4,
    nodeCores: 16,
  },
  LARGE,
  { ...LARGE, name: 'the same with a synchronous replica (failover pair)', machines: 4, replicaMs: NETWORK_MS + 1 },
  ...[3, 10, 30].map(citus),
]
