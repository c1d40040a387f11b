import { createHash } from 'node:crypto'
import { access, link, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { OperatorError } from '../../errors.ts'

/** Error codes of a file system without hard links. There, a race for the name is possible. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** Throws an OperatorError where the file exists. */
export async function refuseExisting(file: string): Promise<void> {
  const missing = await access(file).then(
    () => false,
    () => true,
  )
  if (!missing) throw new OperatorError(`${file} exists already, and is left as it is: give another name.`)
}

/**
 * Writes lines to a new compressed file that only its owner may read, and returns its bytes. The lines go to a
 * temporary file, which gets the name when it is complete and synced to disk. Where writing fails, the temporary file
 * is removed. `lines` may ask for the checksum of the lines so far.
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
  await publishName(partial, file)
  await syncFolder(dirname(file))
  return (await stat(file)).size
}

function unwritable(error: Error): never {
  throw new OperatorError(`The backup cannot be written: ${error.message}.`)
}

/** Gives the file its name, unless another file has got that name meanwhile. */
async function publishName(partial: string, file: string): Promise<void> {
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
