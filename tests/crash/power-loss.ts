import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join, resolve } from 'node:path'
import { chance } from './chance.ts'

/**
 * Loaded into the server before anything else (`--import`), keeps beside DATA_DIR a second folder, POWER_LOSS_DISK:
 * what a disk would hold if the power failed at this moment. It knows the operations on files that the embedded
 * database makes, and assumes of the disk what journaling file systems promise, and nothing more:
 *
 * - what was written to a file is there once the file was synced; of the rest, any sector may be there or not;
 * - changes of folders (files made, renamed, removed) happen in their order, all of them up to a sync of anything;
 *   of the later ones, none or the first few.
 */
const [root, disk] = [resolve(process.env['DATA_DIR']!), resolve(process.env['POWER_LOSS_DISK']!)]

const SECTOR = 512
/** How often the system writes something back that nobody has asked it to. */
const EARLY = 0.02

type Change = { data: Buffer; at: number } | { size: number }
type OpenedFile = { path: string; unsynced: Change[] }

const { mkdirSync, writeFileSync, renameSync, unlinkSync, rmdirSync, rmSync, openSync, closeSync } = fs
const { writeSync, fsyncSync, truncateSync, ftruncateSync } = fs

/** By path, and by descriptor: a file that is removed or replaced is known to those only who have it open. */
const files = new Map<string, OpenedFile>()
const opened = new Map<number, OpenedFile>()
let journal: (() => void)[] = []

const onDisk = (path: string) => join(disk, resolve(path).slice(root.length))
const isOurs = (path: unknown): path is string => typeof path === 'string' && resolve(path).startsWith(`${root}/`)

function fileAt(path: string): OpenedFile {
  const name = resolve(path)
  const file = files.get(name) ?? { path: name, unsynced: [] }
  files.set(name, file)
  return file
}

/** Of the file that has this path by now, if it has any. */
function apply(file: OpenedFile, changes: readonly Change[]): void {
  if (files.get(file.path) !== file || !fs.existsSync(onDisk(file.path))) return
  const target = openSync(onDisk(file.path), 'r+')
  for (const change of changes) {
    if ('size' in change) ftruncateSync(target, change.size)
    else writeSync(target, change.data, 0, change.data.length, change.at)
  }
  closeSync(target)
}

function commitJournal(): void {
  for (const change of journal.splice(0)) change()
}

function sync(file: OpenedFile | undefined): void {
  commitJournal()
  if (file) apply(file, file.unsynced.splice(0))
}

/** Some sectors of what was written, and they stay to be synced: a sync writes all of it, in order. */
function writeBackSome(file: OpenedFile): void {
  commitJournal()
  const sectors = file.unsynced.flatMap((change) => ('size' in change ? [] : sectorsOf(change)))
  apply(
    file,
    sectors.filter(() => chance() < 0.5),
  )
}

function sectorsOf({ data, at }: { data: Buffer; at: number }): Change[] {
  const sectors: Change[] = []
  for (let from = 0; from < data.length;) {
    const to = Math.min(data.length, from + SECTOR - ((at + from) % SECTOR))
    sectors.push({ data: data.subarray(from, to), at: at + from })
    from = to
  }
  return sectors
}

function changed(file: OpenedFile | undefined, change: Change): void {
  if (!file) return
  file.unsynced.push(change)
  if (chance() < EARLY) writeBackSome(file)
}

function moveNames(from: string, to: string): void {
  for (const [name, file] of files.entries().toArray()) {
    if (name !== from && !name.startsWith(`${from}/`)) continue
    files.delete(name)
    file.path = to + name.slice(from.length)
    files.set(file.path, file)
  }
}

Object.assign(fs, {
  mkdirSync: (...args: Parameters<typeof mkdirSync>) => {
    const [path, options] = args
    if (isOurs(path)) journal.push(() => mkdirSync(onDisk(path), { ...(options as object), recursive: true }))
    return mkdirSync(...args)
  },
  /** The embedded database makes an empty file by it. */
  writeFileSync: (...args: Parameters<typeof writeFileSync>) => {
    const [path, data] = args
    if (isOurs(path)) {
      if (fs.existsSync(path)) changed(fileAt(path), { size: 0 })
      else journal.push(() => writeFileSync(onDisk(path), ''))
      if (data !== '') changed(fileAt(path), { data: Buffer.from(data as string), at: 0 })
    }
    return writeFileSync(...args)
  },
  renameSync: (from: string, to: string) => {
    renameSync(from, to)
    if (!isOurs(from)) return
    journal.push(() => renameSync(onDisk(from), onDisk(to)))
    moveNames(resolve(from), resolve(to))
  },
  unlinkSync: (path: string) => {
    unlinkSync(path)
    if (!isOurs(path)) return
    journal.push(() => unlinkSync(onDisk(path)))
    files.delete(resolve(path))
  },
  rmdirSync: (path: string) => {
    rmdirSync(path)
    if (isOurs(path)) journal.push(() => rmdirSync(onDisk(path)))
  },
  rmSync: (...args: Parameters<typeof rmSync>) => {
    rmSync(...args)
    const path = args[0]
    if (isOurs(path)) journal.push(() => rmSync(onDisk(path), { recursive: true, force: true }))
  },
  openSync: (...args: Parameters<typeof openSync>) => {
    const descriptor = openSync(...args)
    const path = args[0]
    if (isOurs(path) && fs.statSync(path).isFile()) opened.set(descriptor, fileAt(path))
    return descriptor
  },
  closeSync: (descriptor: number) => {
    closeSync(descriptor)
    opened.delete(descriptor)
  },
  writeSync: (descriptor: number, data: NodeJS.ArrayBufferView, offset: number, length: number, at: number) => {
    const written = writeSync(descriptor, data, offset, length, at)
    const copy = Buffer.from(Buffer.from(data.buffer, data.byteOffset + offset, written))
    changed(opened.get(descriptor), { data: copy, at })
    return written
  },
  truncateSync: (path: string, size = 0) => {
    truncateSync(path, size)
    if (isOurs(path)) changed(fileAt(path), { size })
  },
  ftruncateSync: (descriptor: number, size = 0) => {
    ftruncateSync(descriptor, size)
    changed(opened.get(descriptor), { size })
  },
  fsyncSync: (descriptor: number) => {
    fsyncSync(descriptor)
    sync(opened.get(descriptor))
  },
})
syncBuiltinESMExports()

// What is there at the start has been synced. It is put in place whole: before that, nothing has been written.
const copy = `${disk}.copy`
rmSync(copy, { recursive: true, force: true })
if (fs.existsSync(root)) fs.cpSync(root, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') })
else mkdirSync(copy, { recursive: true })
renameSync(copy, disk)
