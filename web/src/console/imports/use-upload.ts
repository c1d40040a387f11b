import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkspace } from '../workspace-context.tsx'
import { importQuery, importsKey, uploadFile } from './import-queries.ts'
import type { Kind } from './kind-words.ts'

/** Sends a file, and leads to the page of its import. Its problem stays until the next one. */
export function useUpload() {
  const { slug } = useWorkspace()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const send = async (file: File, kind?: Kind) => {
    setPending(true)
    setProblem(null)
    try {
      const { id, ...rest } = await uploadFile(slug, file, kind)
      client.setQueryData(importQuery(slug, id).queryKey, { id, ...rest })
      void client.invalidateQueries({ queryKey: [...importsKey(slug), 'list'] })
      await navigate({ to: '/w/$slug/imports/$id', params: { slug, id } })
    } catch (error) {
      setProblem(error)
    } finally {
      setPending(false)
    }
  }
  return { upload: (file: File, kind?: Kind) => void send(file, kind), pending, problem }
}
