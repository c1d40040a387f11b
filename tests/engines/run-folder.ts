import { chmodSync, globSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
/** Short: the path of a socket in it has room for a hundred characters. */
const NAME = 'tc-tests-'
/** What the databases of a run take at most, in bytes, and some to spare. */
const ENOUGH = 4 * 2 ** 30

/**
 * Puts all temporary files of this run, databases too, into one folder, and that into memory where there is room: tests
 * wait for no disk then. It is removed as this process ends; one that was killed leaves it to the next run.
 */
export function keepFilesInMemory(): void {
  const root = hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir()
  for (const left of globSync(`${NAME}*-*`, { cwd: root })) {
    if (!isRunning(Number(left.slice(NAME.length).split('-')[0]))) rmSync(join(root, left), { recursive: true })
  }
  const folder = mkdtempSync(join(root, `${NAME}${process.pid}-`))
  // A Postgres that runs as another user has to get at its own folder in it.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function hasRoom(root: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(root)
    return bavail * bsize > ENOUGH
  } catch {
    return false
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
