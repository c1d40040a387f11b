import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useWorkspace } from '../workspace-context.tsx'
import { importQuery, importsKey, moveImport, setReading } from './import-queries.ts'
import type { Import, Move, Reading, ReadingChange } from './import-queries.ts'

type Act = Move | 'read'

/** What staff do with an import, one act after the other. A problem stays until the next act. */
export function useImportActs(id: string) {
  const { slug } = useWorkspace()
  const client = useQueryClient()
  const [pending, setPending] = useState<Act | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const { queryKey } = importQuery(slug, id)

  const run = async (what: Act, act: (present: Import) => Promise<Import>) => {
    await last.current
    setPending(what)
    setProblem(null)
    try {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, await act(client.getQueryData(queryKey)!))
      void client.invalidateQueries({ queryKey: [...importsKey(slug), 'list'] })
    } finally {
      setPending(null)
    }
  }
  /** An act waits for the one before it, whatever became of that. */
  const enqueue = (what: Act, act: (present: Import) => Promise<Import>) => {
    const running = run(what, act)
    last.current = running.catch(setProblem)
    return running
  }
  return {
    move: (what: Move) => void enqueue(what, () => moveImport(slug, id, what)).catch(() => {}),
    /** `change` is told how the file is read when its turn has come. Resolves when it is done, or has a problem. */
    read: (change: (reading: Reading) => ReadingChange) =>
      enqueue('read', ({ reading }) => setReading(slug, id, change(reading))).catch(() => {}),
    pending,
    problem,
  }
}

export type ImportActs = ReturnType<typeof useImportActs>
