import { relative } from 'node:path'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { findPostgres } from './find-postgres.ts'

const SHOWN = 10

/** Says from which seed the tests generate, and at the end on which engines they ran, and which files took longest. */
export default class Report implements Reporter {
  onInit({ config }: Vitest): void {
    const { seed, deep } = config.provide
    if (deep) console.log(`What is generated follows from a seed: TEST_SEED=${seed} brings it back.`)
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length > SHOWN) reportSlowest(modules)
    reportEngines(modules)
  }
}

function reportSlowest(modules: readonly TestModule[]): void {
  const slowest = modules
    .map((module) => ({ module, ms: duration(module) }))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, SHOWN)
  console.log(`\nThe ${SHOWN} slowest of ${modules.length} files:`)
  for (const { module, ms } of slowest) {
    const file = relative(module.project.config.root, module.moduleId)
    console.log(`${(ms / 1000).toFixed(1).padStart(6)} s  ${module.project.name}  ${file}`)
  }
}

/** With its imports and what it prepares, in milliseconds. */
function duration(module: TestModule): number {
  const { setupDuration, collectDuration, duration } = module.diagnostic()
  return setupDuration + collectDuration + duration
}

function reportEngines(modules: readonly TestModule[]): void {
  const projects = modules.map(({ project }) => project.name)
  const found = findPostgres()
  const engines = []
  if (projects.some((name) => name.startsWith('pglite'))) engines.push('the embedded database')
  if (found && projects.some((name) => name.startsWith('postgres'))) {
    engines.push('url' in found ? 'the Postgres of TEST_DATABASE_URL' : `a Postgres started from ${found.programs}`)
  }
  if (engines.length > 0) console.log(`\nRan on ${engines.join(' and on ')}.`)
  if (!found && engines.length > 0) console.log('Set TEST_DATABASE_URL, or install Postgres, to run on it too.')
}
