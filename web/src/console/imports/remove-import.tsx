import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { notify } from '../../shared/toasts.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { importsKey, isRunning, removeImport } from './import-queries.ts'
import type { Import } from './import-queries.ts'

/** Removes the file and what would undo it, to make room for others. */
export function RemoveImport({ data: { id, fileName, status, counts } }: { data: Import }) {
  const { slug, reasonNot } = useWorkspace()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isAsked, setIsAsked] = useState(false)
  const removed = useRef(false)
  const remove = async () => {
    await removeImport(slug, id)
    removed.current = true
    notify(`${fileName} was removed.`)
  }
  const close = () => {
    setIsAsked(false)
    if (!removed.current) return
    void navigate({ to: '/w/$slug/imports', params: { slug } }).then(() => {
      client.removeQueries({ queryKey: [...importsKey(slug), id] })
      return client.invalidateQueries({ queryKey: [...importsKey(slug), 'list'] })
    })
  }
  const reason = reasonNot('write') ?? (isRunning(status) ? 'The file is being worked on.' : null)
  return (
    <>
      <GuardedButton
        reason={reason}
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => setIsAsked(true)}
      >
        Remove
      </GuardedButton>
      <ConfirmDialog
        opened={isAsked}
        onClose={close}
        title={`Remove ${fileName}?`}
        effect={
          counts
            ? 'What it imported stays, and can no longer be undone. Its rejected rows go.'
            : 'The file goes. Nothing of it was imported.'
        }
        confirmLabel="Remove file"
        danger
        onConfirm={remove}
      />
    </>
  )
}
