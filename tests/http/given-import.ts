import { judgeProduct } from '../../server/src/api/v1/judge-product.ts'
import { claimImports } from '../../server/src/imports/claim-import.ts'
import { workOn } from '../../server/src/imports/import-worker.ts'
import type { ImportTools } from '../../server/src/imports/tools.ts'
import type { TestService } from '../service.ts'

/** What the job of a serving process does: works on all imports that wait, until each is done. */
export async function workOnAll({ context, app }: Pick<TestService, 'context' | 'app'>): Promise<void> {
  const tools: ImportTools = { judge: judgeProduct, runQueued: app.runQueued }
  for (const claim of await claimImports(context, 100, [])) await workOn(context, claim, tools)
}
