import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { ProcessDecoder } from '../../server/src/catalogue/images/image-decoder.ts'
import { picture } from '../given/picture-files.ts'
import { useTemporaryFolder } from '../given/temporary-folder.ts'

const folder = useTemporaryFolder()
const decoders: ProcessDecoder[] = []
afterEach(async () => void (await Promise.all(decoders.splice(0).map((decoder) => decoder.close()))))

function newDecoder(): ProcessDecoder {
  const decoder = new ProcessDecoder()
  decoders.push(decoder)
  return decoder
}

async function given(name: string, size?: { width: number; height: number }): Promise<string> {
  const file = join(folder, name)
  writeFileSync(file, await picture('png', size))
  return file
}

/** Between two looks at the processes: "ps" is one itself, and would keep a decoder from starting. */
const EACH_IS_A_PROCESS = { interval: 50 }

/** The decoders that this process has started. */
function childPids(): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  return lines
    .map((line) => /^\s*(\d+)\s+(\d+)\s.*decoder-process/.exec(line))
    .filter((found) => found !== null && Number(found[2]) === process.pid)
    .map((found) => Number(found![1]))
}

/** One that has ended is there until Node hears of its end. */
function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const HAS_PS = (() => {
  try {
    execFileSync('ps', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

test.skipIf(!HAS_PS)('a decoder that dies takes one image with it, which may be tried again', async () => {
  const decoder = newDecoder()
  const before = new Set(childPids())
  const dying = Promise.allSettled([decoder.decode('one', await given('large', { width: 7_000, height: 7_000 }))])
  const started = () => childPids().filter((pid) => !before.has(pid))
  await expect.poll(started, EACH_IS_A_PROCESS).toHaveLength(1)
  process.kill(started()[0]!, 'SIGKILL')
  expect(await dying).toMatchObject([
    { reason: { isTemporary: true, message: 'The image takes too much memory or time to decode.' } },
  ])
  expect(await decoder.decode('one', await given('small'))).toMatchObject({ width: 800, height: 400 })
})

test.skipIf(!HAS_PS)('a decoder that is killed while it is idle is replaced', async () => {
  const decoder = newDecoder()
  const before = new Set(childPids())
  const file = await given('before')
  await decoder.decode('one', file)
  const idle = childPids().find((pid) => !before.has(pid))!
  process.kill(idle, 'SIGTERM')
  await expect.poll(() => isThere(idle)).toBe(false)
  expect(await decoder.decode('one', file)).toMatchObject({ width: 800, height: 400 })
})

test('a decode that is not wanted any more ends, and others go on', async () => {
  const decoder = newDecoder()
  const stopping = new AbortController()
  const [large, small] = [await given('unwanted', { width: 7_000, height: 7_000 }), await given('wanted')]
  const unwanted = Promise.allSettled([decoder.decode('one', large, { signal: stopping.signal })])
  await setTimeout(100)
  stopping.abort()
  expect(await unwanted).toMatchObject([{ status: 'rejected' }])
  expect(await decoder.decode('one', small)).toMatchObject({ width: 800, height: 400 })
})

test('an image that is smaller than a size is not enlarged', async () => {
  const { width, height, files } = await newDecoder().decode('one', await given('tiny', { width: 20, height: 10 }))
  expect({ width, height, sizes: files.map(({ size }) => size) }).toEqual({
    width: 20,
    height: 10,
    sizes: [320, 640, 1280],
  })
})
