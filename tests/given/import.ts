import { expect } from 'vitest'
import { VALIDATE_ITEM } from '../../server/src/api/v1/product-schema.ts'
import { claimImports } from '../../server/src/files/import/import-row.ts'
import { workOn } from '../../server/src/files/import/import-worker.ts'
import type { ImportTools } from '../../server/src/files/import/import-kind.ts'
import type { Answer, TestService } from './service.ts'
import { callAppApi, FROM_PAGE } from './app-api-calls.ts'
import { givenMember } from './member.ts'
import type { TestMember } from './member.ts'
import { done, expectDone } from './given.ts'

/** What the job of a serving process works with. */
export function importTools({ app }: Pick<TestService, 'app'>): ImportTools {
  return { validate: VALIDATE_ITEM, runQueued: app.runQueued }
}

/** What that job does: works on all imports that wait, until each is done. A check may start its import. */
export async function workOnAll(service: Pick<TestService, 'app' | 'context'>): Promise<void> {
  for (let round = 0; round < 2; round++) {
    for (const claim of await claimImports(service.context, 100, [])) {
      await workOn(service.context, claim, importTools(service))
    }
  }
}

export function uploadImport(
  service: TestService,
  { token, slug }: TestMember,
  name: string,
  body: string | Buffer,
  kind?: string,
  encoding?: string,
): Promise<Answer> {
  const query = new URLSearchParams({ name, ...(kind && { kind }), ...(encoding && { encoding }) })
  const path = `/console/${slug}/imports?${query}`
  const headers = { ...FROM_PAGE, 'content-type': 'application/octet-stream' }
  return callAppApi(service, token, 'POST', path, { headers, body: body as string })
}

/** A workspace with a member of its staff who imports files. */
export async function importingStaff(service: TestService, currency?: string) {
  const workspace = await service.workspace(currency === undefined ? {} : { currency })
  const staff = await givenMember(service, workspace, 'manager', { name: 'Tom Hale' })
  const upload = (name: string, body: string | Buffer, kind?: string, encoding?: string) =>
    done(uploadImport(service, staff, name, body, kind, encoding))
  /** Does it, lets the job work, and reads the import. An undo has to do what was said of it. */
  const act = async (id: string, verb: string) => {
    const forecast = verb === 'undo' ? await done(staff.get(`/imports/${id}/undo`)) : null
    expectDone(await staff.post(`/imports/${id}/${verb}`))
    await workOnAll(service)
    const { data } = (await staff.get(`/imports/${id}`)).body
    if (forecast) {
      const { restored, removed, left } = data.undone
      expect(forecast).toMatchObject({ undoes: restored + removed, leaves: left })
    }
    return data
  }
  const changesOf = async (id: string, outcome?: string) =>
    (await staff.get(`/imports/${id}/changes?limit=50${outcome ? `&outcome=${outcome}` : ''}`)).body.data
  return { workspace, staff, upload, act, changesOf }
}
