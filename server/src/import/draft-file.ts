import { readFile, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'

/** Drafts by workspace, as the same file may be going into several. */
const Kept = z.object({ drafts: z.record(z.uuid(), z.uuid()) })

type Drafts = z.infer<typeof Kept>['drafts']

/** The draft that an import fills, kept beside its file until all of it is sent, so that the next run can go on with it. */
export type DraftFile = {
  path: string
  /** The draft of a run that was broken off. */
  unfinished: string | null
  /** Takes note of the draft, or with null forgets it. */
  keep: (id: string | null) => Promise<void>
  /** Whether the next run will go on with this draft. */
  keeps: (id: string | null) => boolean
}

/**
 * Looks for the draft that an earlier run of this file into this workspace was filling. An import goes on without the
 * draft file when it cannot be read or written, or is something else; `warn` hears of that, once.
 */
export async function openDraftFile(
  file: string,
  workspaceId: string,
  warn: (line: string) => void,
): Promise<DraftFile> {
  const path = `${file}.import.json`
  let usable = true
  const giveUp = (error: Error) => {
    usable = false
    warn(`The draft's id cannot be kept in ${path}, for another run to go on with it: ${error.message}.`)
  }
  const unfinished = (await readDrafts(path).catch(giveUp))?.[workspaceId] ?? null
  let kept = unfinished

  return {
    path,
    unfinished,
    keep: async (id) => {
      if (!usable || id === kept) return
      kept = id
      await setDraft(path, workspaceId, id).catch(giveUp)
    },
    keeps: (id) => usable && id === kept,
  }
}

/** Reads the file again first: an import into another workspace may be under way. */
async function setDraft(path: string, workspaceId: string, id: string | null): Promise<void> {
  const { [workspaceId]: _, ...others } = await readDrafts(path)
  await writeDrafts(path, id === null ? others : { ...others, [workspaceId]: id })
}

/** An empty file is what a run leaves that was killed while it wrote. */
async function readDrafts(path: string): Promise<Drafts> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  if (text === '') return {}
  try {
    return Kept.parse(JSON.parse(text)).drafts
  } catch {
    throw new Error('it is there, and not of an import')
  }
}

async function writeDrafts(path: string, drafts: Drafts): Promise<void> {
  if (Object.keys(drafts).length === 0) await rm(path, { force: true })
  else await writeFile(path, `${JSON.stringify({ drafts } satisfies z.infer<typeof Kept>)}\n`)
}
