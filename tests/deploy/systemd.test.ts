import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { useTemporaryFolder } from '../given/temporary-folder.ts'

const UNITS = join(import.meta.dirname, '../../deploy/systemd')
const folder = useTemporaryFolder()
const units = globSync(`${UNITS}/*`).map((file) => {
  // Whether the service is installed here is not the question.
  const unit = readFileSync(file, 'utf8').replace(/^(ExecStart=)\S+/m, '$1/bin/true')
  const copy = join(folder, basename(file))
  writeFileSync(copy, unit)
  return copy
})
const missing = spawnSync('systemd-analyze', ['--version']).status !== 0
beforeEach(({ skip }) => skip(missing, 'There is no systemd-analyze.'))

const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' })

test('systemd finds nothing wrong in the units', () => {
  expect(units).toHaveLength(3)
  expect(analyze('verify', ...units)).toMatchObject({ status: 0, stderr: '' })
})

test('systemd finds that the services can do little harm', () => {
  const services = units.filter((unit) => unit.endsWith('.service'))
  // The threshold is in tenths.
  const { status, stdout } = analyze('security', '--offline=true', '--threshold=29', ...services)
  expect(stdout.match(/^→ Overall exposure level for .*$/gm)).toHaveLength(2)
  expect(status).toBe(0)
})
