import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { notifyFailure } from '../../shared/undo.tsx'
import { ActButton } from '../act-button.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { PriceChange } from './queries.ts'
import { useOpenDraft } from './use-open-draft.ts'

/** Takes the lines of a price change that is over into a new draft. */
export function CopyButton({ change: { id, lineCount } }: { change: PriceChange }) {
  const { slug, reasonNot } = useWorkspace()
  const openDraft = useOpenDraft()
  const [isCopying, setIsCopying] = useState(false)
  const copy = async () => {
    setIsCopying(true)
    await api
      .POST('/app-api/console/{slug}/price-changes/{id}/copy', { params: { path: { slug, id } } })
      .then(({ data }) => openDraft(data))
      .catch(notifyFailure)
    setIsCopying(false)
  }
  return (
    <ActButton
      label="Copy to a new draft"
      variant="default"
      reason={reasonNot('write') ?? (lineCount === 0 ? 'It has no lines.' : null)}
      loading={isCopying}
      run={() => void copy()}
    />
  )
}
