import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import rootPackage from '../../package.json' with { type: 'json' }
import serverPackage from '../../server/package.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '../..')
const COMMAND = join(ROOT, 'node_modules/.bin/trade-catalogue')
/** For `sh` and what the launcher calls. */
const SYSTEM = ['/usr/bin', '/bin']

const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

const otherNode = findOtherNode()

const skipped = otherNode ? '' : ' (skipped: this machine has no other)'
test.runIf(otherNode)(
  `the command runs on the project’s Node, not on another one of the machine${skipped}`,
  async () => {
    const env = { PATH: [folderWithNode((file) => symlinkSync(otherNode!, file)), ...SYSTEM].join(delimiter) }
    expect(execFileSync('node', ['--version'], { env, encoding: 'utf8' })).not.toContain(
      rootPackage.devDependencies.node,
    )
    expect(await run(COMMAND, ['--version'], env)).toEqual({
      code: 0,
      stdout: `${serverPackage.version}\n`,
      stderr: '',
    })
  },
)

test('a machine’s Node of whatever kind is not asked, and what the command ends with is passed on', async () => {
  const env = { PATH: [folderWithNode(script('exit 9')), ...SYSTEM].join(delimiter) }
  expect(await run(COMMAND, ['--version'], env)).toMatchObject({ code: 0, stdout: `${serverPackage.version}\n` })
  expect(await run(COMMAND, ['nonsense'], env)).toMatchObject({ code: 1, stdout: '' })
})

test('without the project’s Node, and with an older one, the command says in one line what to do', async () => {
  const env = { PATH: [folderWithNode(script('[ "$1" = --version ] && echo v24.1.0')), ...SYSTEM].join(delimiter) }
  const command = installationWithoutNode()
  const [major] = rootPackage.devDependencies.node.split('.')
  expect(await run(command, ['--version'], env)).toEqual({
    code: 1,
    stdout: '',
    stderr: `trade-catalogue needs Node ${major} or newer, and found v24.1.0: install one, for example with "npm install node@${major}".\n`,
  })
})

test('without the project’s Node, a machine’s that is new enough takes the place of the launcher', async () => {
  const env = { PATH: [folderWithNode(script('[ "$1" = -e ] || echo "$$ $*"')), ...SYSTEM].join(delimiter) }
  const command = installationWithoutNode()
  const running = promisify(execFile)(command, ['key', 'list', 'two words'], { env })
  const { stdout } = await running
  // The process is the launcher's own: signals and exit codes need no passing on.
  expect(stdout).toBe(`${running.child.pid} --v8-pool-size=1 --max-semi-space-size=8 ${command} key list two words\n`)
})

/** An installed command as far as the launcher reads it, with no packages beside it. */
function installationWithoutNode(): string {
  const folder = newFolder()
  mkdirSync(join(folder, 'server/src'), { recursive: true })
  const command = join(folder, 'server/src/cli.ts')
  copyFileSync(join(ROOT, 'server/src/cli.ts'), command)
  return command
}

function folderWithNode(make: (file: string) => void): string {
  const folder = newFolder()
  make(join(folder, 'node'))
  return folder
}

function script(text: string) {
  return (file: string) => writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 })
}

function newFolder(): string {
  folders.push(mkdtempSync(join(tmpdir(), 'own-node-')))
  return folders.at(-1)!
}

async function run(command: string, args: string[], env: { PATH: string }) {
  try {
    return { code: 0, ...(await promisify(execFile)(command, args, { env })) }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, stdout, stderr }
  }
}

/** A Node of the machine that is not the project's. */
function findOtherNode(): string | undefined {
  const places = [...process.env['PATH']!.split(delimiter), '/usr/local/bin', ...SYSTEM]
  return places
    .map((folder) => join(folder, 'node'))
    .filter((file) => existsSync(file) && !file.includes('node_modules'))
    .find((file) => !execFileSync(file, ['--version'], { encoding: 'utf8' }).includes(rootPackage.devDependencies.node))
}
