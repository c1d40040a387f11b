import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, errorText } from '../../shared/api.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { matchPictures, uploadPicture } from './image-queries.ts'
import type { MatchedPicture } from './image-queries.ts'
import { unpackPictures } from './unpack-pictures.ts'
import type { PictureFile } from './unpack-pictures.ts'

/** How often a busy service is asked again for one file, and the pause before, in milliseconds. */
const TRIES = 5
const PAUSE_MS = 5_000

/** A file, what its name means, and how its upload ended. */
export type MatchedFile = MatchedPicture & { file: PictureFile; outcome: 'uploaded' | { problem: string } | null }

/** Many pictures at once: first they are matched, then uploaded one after the other, until it is stopped. */
export function usePictureUpload() {
  const { slug } = useWorkspace()
  const client = useQueryClient()
  const [files, setFiles] = useState<MatchedFile[]>([])
  const [step, setStep] = useState<'choosing' | 'matching' | 'matched' | 'uploading' | 'done'>('choosing')
  const [problem, setProblem] = useState<unknown>(null)
  const stopped = useRef(false)
  // What is left is stopped.
  useEffect(() => () => void (stopped.current = true), [])

  const choose = async (chosen: readonly File[]) => {
    if (chosen.length === 0) return
    setStep('matching')
    setProblem(null)
    try {
      const found = await unpackPictures(chosen)
      const matched =
        found.length === 0
          ? []
          : await matchPictures(
              slug,
              found.map(({ name }) => name),
            )
      setFiles(matched.map((match, i) => ({ ...match, file: found[i]!, outcome: null })).toSorted(inOrder))
      setStep('matched')
    } catch (error) {
      setProblem(error)
      setStep('choosing')
    }
  }
  const upload = async () => {
    stopped.current = false
    setStep('uploading')
    for (const [at, matched] of files.entries()) {
      if (stopped.current) break
      if (matched.problem !== null || matched.outcome === 'uploaded') continue
      const outcome = await uploadOne(slug, matched)
      setFiles((before) => before.with(at, { ...matched, outcome }))
    }
    setStep('done')
    await client.invalidateQueries({ queryKey: ['console', slug] })
  }
  return { files, step, problem, choose, upload, stop: () => void (stopped.current = true) }
}

/** Those that are not taken first, then by product, so that further pictures are added in their order. */
function inOrder(a: MatchedFile, b: MatchedFile): number {
  return (
    Number(b.problem !== null) - Number(a.problem !== null) ||
    (a.product?.sku ?? '').localeCompare(b.product?.sku ?? '') ||
    a.place - b.place
  )
}

async function uploadOne(slug: string, { product, replaces, file }: MatchedFile): Promise<MatchedFile['outcome']> {
  for (let tries = 1; ; tries++) {
    try {
      await uploadPicture(slug, product!.id, file.read(), replaces)
      return 'uploaded'
    } catch (error) {
      const isBusy = error instanceof ApiError && [0, 429, 503].includes(error.status)
      if (!isBusy || tries === TRIES) return { problem: errorText(error) }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}
