import { JUDGES } from '../../server/src/api/v1/judge-items.ts'
import { claimImports } from '../../server/src/imports/claim-import.ts'
import { workOn } from '../../server/src/imports/import-worker.ts'
import type { ImportTools } from '../../server/src/imports/tools.ts'
import type { Answer, TestService } from '../service.ts'
import { callAppApi, FROM_PAGE } from './app-api-calls.ts'
import type { TestMember } from './given-member.ts'

/** What the job of a serving process works with. */
export function importTools({ app }: Pick<TestService, 'app'>): ImportTools {
  return { judge: JUDGES, runQueued: app.runQueued }
}

/** What that job does: works on all imports that wait, until each is done. */
export async function workOnAll(service: Pick<TestService, 'app' | 'context'>): Promise<void> {
  for (const claim of await claimImports(service.context, 100, [])) {
    await workOn(service.context, claim, importTools(service))
  }
}

export function uploadImport(
  service: TestService,
  { token, slug }: TestMember,
  name: string,
  body: string | Buffer,
): Promise<Answer> {
  const path = `/console/${slug}/imports?name=${encodeURIComponent(name)}`
  const headers = { ...FROM_PAGE, 'content-type': 'application/octet-stream' }
  return callAppApi(service, token, 'POST', path, { headers, body: body as string })
}
