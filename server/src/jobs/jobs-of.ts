import type { DatabaseConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { analyzeGrown } from './analyze-grown.ts'
import { checkpointEmbedded } from './checkpoint-embedded.ts'
import { publishDuePriceChanges } from './publish-due-price-changes.ts'
import type { Job } from './run-every.ts'
import { sortNewWords } from './sort-new-words.ts'
import { vacuumEmbedded } from './vacuum-embedded.ts'

/** All that a process does by itself while it serves; on the embedded database, also what a server does for itself. */
export function jobsOf(context: Context, engine: DatabaseConfig['engine']): Job[] {
  const resting = new Map<string, Date>()
  const everywhere: Job[] = [
    {
      name: 'publish-due-price-changes',
      pauseMs: 1_000,
      work: (log) => publishDuePriceChanges(context, log, resting),
    },
    { name: 'sort-new-words', pauseMs: 1_000, work: () => sortNewWords(context) },
    { name: 'analyze-grown', pauseMs: 5_000, work: () => analyzeGrown(context) },
  ]
  if (engine === 'postgres') return everywhere
  return [
    ...everywhere,
    { name: 'vacuum-embedded', pauseMs: 60_000, work: () => vacuumEmbedded(context) },
    { name: 'checkpoint-embedded', pauseMs: 5_000, work: () => checkpointEmbedded(context) },
  ]
}
