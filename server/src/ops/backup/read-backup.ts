import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import type { ImageSize } from '../../context.ts'
import { newestSchema } from '../../database/migrate.ts'
import { OperatorError } from '../../errors.ts'
import { readHeader, readMark } from './backup-format.ts'
import type { BackupHeader, BackedUpTable } from './backup-format.ts'

type BackedUpImage = { digest: string; size: ImageSize; base64: string }

type BackupPart = { header: BackupHeader } | { table: BackedUpTable } | { row: string } | { image: BackedUpImage }

/**
 * Reads a backup: its header, then each table followed by its rows as raw JSON, then the files of images, if it has
 * them. Throws an OperatorError, at the latest at the end, where the file is damaged, no backup, or of a newer version.
 */
export async function* readBackup(file: string): AsyncGenerator<BackupPart> {
  await using handle = await open(file).catch((error: Error) => {
    throw new OperatorError(`The backup cannot be read: ${error.message}.`)
  })
  const sum = createHash('sha256')
  let header: BackupHeader | undefined
  let rows = 0
  let ended = false
  try {
    for await (const line of linesOf(handle)) {
      if (ended) throw damaged(file, 'something follows its end')
      if (!header) {
        header = headerOf(file, line)
        yield { header }
      } else if (line.startsWith('{')) {
        rows += 1
        yield { row: line }
      } else {
        const mark = readMark(line)
        if (mark?.[0] === 'table') yield { table: mark[1] }
        else if (mark?.[0] === 'image') yield { image: mark[1] }
        else if (mark?.[1].rows === rows && mark[1].sha256 === sum.copy().digest('hex')) ended = true
        else throw damaged(file, 'what it holds is not what was written')
      }
      sum.update(line).update('\n')
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw header ? damaged(file, (error as Error).message) : foreign(file)
  }
  if (!header) throw foreign(file)
  if (!ended) throw damaged(file, 'its end is missing')
}

function headerOf(file: string, line: string): BackupHeader {
  const header = readHeader(line)
  if (header === undefined) throw foreign(file)
  if (header === 'newer') throw new OperatorError(`${file} was made by a newer version: restore it with that one.`)
  if (header === 'unreleased') {
    throw new OperatorError(
      `${file} is from before the first release: restore it with the version that made it, and export its data there.`,
    )
  }
  if (header.schema > newestSchema()) {
    throw new OperatorError(
      `${file} has schema ${header.schema}, and this version knows ${newestSchema()}: restore it with the version ${header.service} that made it, or a newer one.`,
    )
  }
  return header
}

function foreign(file: string): OperatorError {
  return new OperatorError(`${file} is not a backup of Trade Catalogue.`)
}

function damaged(file: string, how: string): OperatorError {
  return new OperatorError(`${file} is damaged: ${how}. Nothing of it can be trusted; use another backup.`)
}

/** The lines of a compressed text. `readline` would not do: it splits at other characters, too. */
async function* linesOf(handle: FileHandle): AsyncGenerator<string> {
  const text = pipeline(handle.createReadStream({ autoClose: false }), createZstdDecompress(), () => {})
  text.setEncoding('utf8')
  let rest = ''
  for await (const chunk of text as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}
