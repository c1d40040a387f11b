import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** An empty folder for the tests of a file. */
export function useTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trade-catalogue-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
