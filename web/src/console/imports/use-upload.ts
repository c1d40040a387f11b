import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkspace } from '../workspace-context.tsx'
import { importQuery, importsKey, removeImport, uploadFile } from './import-queries.ts'
import type { Said } from './import-queries.ts'

/** What this tab has sent, by import: a file can be read in another way without choosing it again. */
const sent = new Map<string, File>()

export function sentFile(id: string): File | undefined {
  return sent.get(id)
}

/** Sends a file, and leads to the page of its import; `instead` of another import. Its problem stays until the next one. */
export function useUpload() {
  const { slug } = useWorkspace()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const send = async (file: File, { instead, ...said }: Said & { instead?: string }) => {
    setPending(true)
    setProblem(null)
    try {
      const { id, ...rest } = await uploadFile(slug, file, said)
      sent.set(id, file)
      client.setQueryData(importQuery(slug, id).queryKey, { id, ...rest })
      if (instead !== undefined) await removeImport(slug, instead)
      void client.invalidateQueries({ queryKey: [...importsKey(slug), 'list'] })
      await navigate({ to: '/w/$slug/imports/$id', params: { slug, id }, replace: instead !== undefined })
    } catch (error) {
      setProblem(error)
    } finally {
      setPending(false)
    }
  }
  return { upload: (...given: Parameters<typeof send>) => void send(...given), pending, problem }
}
