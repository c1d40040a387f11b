import type { Answer, TestService, TestWorkspace } from './service.ts'
import { workOnAll } from './import.ts'

export type Query = Record<string, string | string[]>

/** Sends a file by the API. */
export function sendFile(
  service: TestService,
  { key }: Pick<TestWorkspace, 'key'>,
  body: string | Buffer,
  query: Query = {},
): Promise<Answer> {
  const parameters = Object.entries({ kind: 'products', ...query }).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value]),
  )
  const headers = { 'content-type': 'text/csv' }
  return service.call('POST', `/imports?${new URLSearchParams(parameters).toString()}`, {
    key,
    headers,
    body: body as string,
  })
}

/** Sends a file, lets the job work, and reads what became of it. */
export async function importFile(
  service: TestService,
  workspace: TestWorkspace,
  body: string | Buffer,
  query: Query = {},
): Promise<any> {
  const { status, body: answer } = await sendFile(service, workspace, body, query)
  if (status !== 202) throw new Error(JSON.stringify(answer))
  return settle(service, workspace, answer.data.id)
}

/** Lets the job work, and reads what became of an import. */
export async function settle(service: TestService, { get }: TestWorkspace, id: string): Promise<any> {
  await workOnAll(service)
  return (await get(`/imports/${id}`)).body.data
}
