import { api, fileBody } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'

export type ReadLines = components['schemas']['ReadLines']
export type ColumnOption = ReadLines['options'][number]
export type Columns = Pick<ColumnOption, 'code' | 'qty'>

/** Has the service read a file, or else a pasted text. `columns`: what the buyer chose. */
export async function readLines(
  slug: string,
  { file, text }: { file: File | undefined; text: string },
  columns: Columns | undefined,
): Promise<ReadLines> {
  const path = { slug }
  const { data } = file
    ? await api.POST('/app-api/portal/{slug}/lines/file', { params: { path, query: columns ?? {} }, ...fileBody(file) })
    : await api.POST('/app-api/portal/{slug}/lines/read', {
        params: { path },
        body: { text, ...(columns && { columns }) },
      })
  return data
}
