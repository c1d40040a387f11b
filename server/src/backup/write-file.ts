import { createHash } from 'node:crypto'
import { access, link, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { OperatorError } from '../errors.ts'

/** Of a file system without hard links, which is then trusted not to get a file of that name meanwhile. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** Throws an OperatorError where there is a file of that name. */
export async function refuseExisting(file: string): Promise<void> {
  const missing = await access(file).then(
    () => false,
    () => true,
  )
  if (!missing) throw new OperatorError(`${file} exists already, and is left as it is: give another name.`)
}

/**
 * Writes lines to a new compressed file that only its owner may read, and returns its bytes. The name appears when all of
 * it is on disk; until then, and where writing fails, there is only a file beside it, which is then removed.
 * What produces the lines may read the checksum of those before.
 */
export async function writeFile(
  file: string,
  lines: (checksum: () => string) => AsyncIterable<string>,
  signal: AbortSignal,
): Promise<number> {
  await refuseExisting(file)
  const partial = join(dirname(file), `.${basename(file)}.${process.pid}.partial`)
  await using cleanup = new AsyncDisposableStack()
  const handle = await open(partial, 'wx', 0o600).catch(unwritable)
  cleanup.defer(() => rm(partial, { force: true }))
  cleanup.defer(() => handle.close())
  const sum = createHash('sha256')
  async function* summed() {
    for await (const text of lines(() => sum.copy().digest('hex'))) {
      sum.update(text)
      yield text
    }
  }
  const write = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) await handle.appendFile(chunk).catch(unwritable)
  }
  await pipeline(summed, createZstdCompress(), write, { signal }).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error
  })
  await handle.sync()
  await takeName(partial, file)
  await syncFolder(dirname(file))
  return (await stat(file)).size
}

function unwritable(error: Error): never {
  throw new OperatorError(`The backup cannot be written: ${error.message}.`)
}

/** Gives the file its name, unless another one has got that meanwhile. */
async function takeName(partial: string, file: string): Promise<void> {
  try {
    await link(partial, file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (NO_LINKS.has(code)) return rename(partial, file)
    if (code === 'EEXIST') return refuseExisting(file)
    throw error
  }
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder)
  await handle.sync()
}
