import { readFile, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'

/** Drafts by workspace, because the same file may be imported into several workspaces. */
const SavedDrafts = z.object({ drafts: z.record(z.uuid(), z.uuid()) })

type Drafts = z.infer<typeof SavedDrafts>['drafts']

/**
 * The draft of an import, saved beside the imported file until the import is complete. A later run can resume with it.
 */
export type DraftFile = Awaited<ReturnType<typeof openDraftFile>>

/**
 * Finds the draft of an earlier run of this file into this workspace. If the draft file cannot be read or written, or
 * is not a draft file, the import continues without it, and calls `warn` once.
 */
export async function openDraftFile(file: string, workspaceId: string, warn: (line: string) => void) {
  const path = `${file}.import.json`
  let usable = true
  const giveUp = (error: Error) => {
    usable = false
    warn(`The id of the draft cannot be saved in ${path}, so another run cannot resume with it: ${error.message}.`)
  }
  const unfinished = (await readDrafts(path).catch(giveUp))?.[workspaceId] ?? null
  let saved = unfinished

  return {
    path,
    /** The draft of an interrupted run. */
    unfinished,
    /** Saves the draft; null removes it. */
    save: async (id: string | null) => {
      if (!usable || id === saved) return
      saved = id
      await setDraft(path, workspaceId, id).catch(giveUp)
    },
    /** True if the next run will resume with this draft. */
    isSaved: (id: string | null) => usable && id === saved,
  }
}

/** Reads the file again first: a concurrent import into another workspace may have changed it. */
async function setDraft(path: string, workspaceId: string, id: string | null): Promise<void> {
  const { [workspaceId]: _, ...others } = await readDrafts(path)
  await writeDrafts(path, id === null ? others : { ...others, [workspaceId]: id })
}

/** An empty file comes from a run that was killed during a write. */
async function readDrafts(path: string): Promise<Drafts> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  if (text === '') return {}
  try {
    return SavedDrafts.parse(JSON.parse(text)).drafts
  } catch {
    throw new Error('the file exists, but is not from an import')
  }
}

async function writeDrafts(path: string, drafts: Drafts): Promise<void> {
  if (Object.keys(drafts).length === 0) await rm(path, { force: true })
  else await writeFile(path, `${JSON.stringify({ drafts } satisfies z.infer<typeof SavedDrafts>)}\n`)
}
