import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const SHOWN = 10

/** Says at the end which files took longest. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= SHOWN) return
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
}

/** With its imports and what it prepares, in milliseconds. */
function duration(module: TestModule): number {
  const { setupDuration, collectDuration, duration } = module.diagnostic()
  return setupDuration + collectDuration + duration
}
