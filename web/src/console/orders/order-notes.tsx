import { Group, Text, Textarea, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { SubmitForm } from '../../shared/submit-form.tsx'
import { notifyWithUndo } from '../../shared/undo.tsx'
import { throwProblems } from '../../shared/use-submit.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { refreshOrders } from './order-queries.ts'
import type { OrderForStaff } from './order-queries.ts'
import styles from './order.module.css'
import { ORDER_LIMITS } from '../../../../server/src/shared/limits.ts'

/** Notes among staff, and the field for another one. */
export function OrderNotes({ order }: { order: OrderForStaff }) {
  const { slug, timezone, reasonNot } = useWorkspace()
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const path = { slug, id: order.id }
  const remove = async (noteId: string) => {
    await api.DELETE('/app-api/console/{slug}/orders/{id}/notes/{noteId}', { params: { path: { ...path, noteId } } })
    await refreshOrders(queryClient, slug)
  }
  const add = async () => {
    throwProblems({ text: text.trim() === '' ? 'Write the note first.' : undefined })
    const { data } = await api.POST('/app-api/console/{slug}/orders/{id}/notes', { params: { path }, body: { text } })
    setText('')
    await refreshOrders(queryClient, slug)
    notifyWithUndo('Note added.', () => remove(data.id))
  }
  return (
    <section aria-label="Notes">
      <Title order={2} size="h4" mt="lg" mb="xs">
        Notes
      </Title>
      <ul className={styles.notes}>
        {order.notes.map((note) => (
          <li key={note.id}>
            <Text size="sm" className={styles.text}>
              {note.text}
            </Text>
            <Text size="xs" c="dimmed">
              {note.by.name}, <RelativeTime at={note.at} timezone={timezone} />
            </Text>
          </li>
        ))}
      </ul>
      <SubmitForm onSubmit={add} disabled={reasonNot('write') !== null}>
        {(fieldError, pending) => (
          <>
            <Textarea
              label="New note"
              description="Only your staff see it."
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              error={fieldError('text')}
              maxLength={ORDER_LIMITS.note}
              autosize
              minRows={2}
            />
            <Group>
              <GuardedButton reason={reasonNot('write')} type="submit" variant="default" size="xs" loading={pending}>
                Add note
              </GuardedButton>
            </Group>
          </>
        )}
      </SubmitForm>
    </section>
  )
}
