import { picture } from './picture-files.ts'
import type { TestService } from './service.ts'
import { callAppApi } from './app-api-calls.ts'
import { givenMember } from './member.ts'
import type { TestMember } from './member.ts'
import { done, expectDone, find, item, send } from './given.ts'

/** Of a member of the staff, from a page. */
export function upload(
  service: TestService,
  { token, slug }: TestMember,
  path: string,
  body: Buffer | string,
  headers: Record<string, string> = {},
) {
  const same = { 'sec-fetch-site': 'same-origin', 'content-type': 'image/jpeg', ...headers }
  const method = path.endsWith('/logo') ? 'PUT' : 'POST'
  return callAppApi(service, token, method, `/console/${slug}${path}`, { headers: same, body: body as string })
}

/** A workspace with a product, and its pictures as staff see them. */
export async function givenPictures(service: TestService, fields: Record<string, unknown> = {}) {
  const workspace = await service.workspace()
  await send(workspace, [item(fields)])
  const staff = await givenMember(service, workspace, 'manager')
  const { id } = await find(workspace, 'DEN-1042')
  const path = `/products/${id}/pictures`
  const shown = () => done(staff.get(path))
  const add = async (background: string, query = '') =>
    upload(service, staff, path + query, await picture('png', { background }))
  const digests = async (): Promise<string[]> =>
    (await shown()).pictures.map(({ digest }: { digest: string }) => digest)
  const set = async (pictures: string[], seen?: string[]) =>
    staff.put(path, { pictures, seen: seen ?? (await digests()) })
  return { workspace, staff, id, path, shown, add, digests, set }
}

/** The same with an uploaded picture of each colour. */
export async function givenColours(service: TestService, ...colours: string[]) {
  const product = await givenPictures(service)
  for (const colour of colours) expectDone(await product.add(colour))
  return product
}
