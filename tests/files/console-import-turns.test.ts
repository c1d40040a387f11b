import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ImageLibrary } from '../../server/src/context.ts'
import { often, workbook } from '../given/workbook.ts'
import { useOwnService } from '../given/service.ts'
import { callAppApi, FROM_PAGE } from '../given/app-api-calls.ts'
import { importingStaff } from '../given/import.ts'
import { useTemporaryFolder } from '../given/temporary-folder.ts'

const incoming = useTemporaryFolder()
const service = useOwnService({ images: { incoming } as ImageLibrary })

const CSV = 'SKU,Name,Price,Unit\nA-1,Plate,1,each'

test("a small file does not wait for another workspace's large ones, and nobody reads on for a client that left", async () => {
  const [attacker, neighbour] = [await importingStaff(service), await importingStaff(service)]
  // As much as is allowed: it takes seconds.
  const large = await workbook({ sheets: { A: often(100_000, `<row>${'<c><v>1e-7</v></c>'.repeat(50)}</row>`) } })
  const leaving = new AbortController()
  const ended: string[] = []
  const uploading = Array.from({ length: 3 }, () =>
    callAppApi(service, attacker.staff.token, 'POST', `/console/${attacker.staff.slug}/imports?name=large.xlsx`, {
      headers: { ...FROM_PAGE, 'content-type': 'application/octet-stream' },
      body: large as unknown as string,
      signal: leaving.signal,
    })
      .catch(() => {})
      .finally(() => ended.push('large')),
  )
  await expect.poll(() => readdirSync(incoming).length).toBeGreaterThanOrEqual(3)
  for (let i = 0; i < 3; i++) {
    await neighbour.upload('small.csv', CSV)
    ended.push('small')
  }
  expect(ended).toEqual(['small', 'small', 'small'])

  leaving.abort()
  await Promise.all(uploading)
  await expect.poll(() => readdirSync(incoming)).toEqual([])
  expect((await attacker.staff.get('/imports')).body.data).toEqual([])
})
