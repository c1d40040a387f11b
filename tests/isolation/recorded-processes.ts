import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const file = join(tmpdir(), `trade-catalogue-statements-${process.pid}`)
const taken = `${file}-taken`

/** What a process has to be started with to have its statements recorded. */
export const RECORDED = {
  NODE_OPTIONS: `--import=${new URL('record-statements.ts', import.meta.url).href}`,
  STATEMENTS_FILE: file,
}

/** The statements of the processes started so, since the last time. */
export function takeRecorded(): string[] {
  if (!existsSync(file)) return []
  // Others may still be writing: what they write from now on is left for the next time.
  renameSync(file, taken)
  const lines = readFileSync(taken, 'utf8').split('\n').filter(Boolean)
  rmSync(taken)
  return lines.map((line) => JSON.parse(line) as string)
}
