import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const file = join(tmpdir(), `trade-catalogue-statements-${process.pid}`)

/** What a process has to be started with to have its statements recorded. */
export const RECORDED = {
  NODE_OPTIONS: `--import=${new URL('record-statements.ts', import.meta.url).href}`,
  STATEMENTS_FILE: file,
}

/** The statements of the processes started so, since the last time. */
export function takeRecorded(): string[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  rmSync(file)
  return lines.map((line) => JSON.parse(line) as string)
}
