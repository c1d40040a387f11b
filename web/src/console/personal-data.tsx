import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../shared/api.ts'
import { ConfirmDialog } from '../shared/form-dialog.tsx'
import { notify } from '../shared/toasts.tsx'
import { useWorkspace } from './workspace-context.tsx'

type Props = {
  kind: 'buyers' | 'people'
  person: { id: string; name: string }
}

/** What an owner does with all that is held of a buyer, or of a former colleague: download it, and erase it. */
export function PersonalData({ kind, person: { id, name } }: Props) {
  const { slug, reasonNot } = useWorkspace()
  const [isErasing, setErasing] = useState(false)
  const queryClient = useQueryClient()
  const erase = async () => {
    const params = { path: { slug, id } }
    await (kind === 'buyers'
      ? api.POST('/app-api/console/{slug}/buyers/{id}/erase', { params })
      : api.POST('/app-api/console/{slug}/people/{id}/erase', { params }))
    notify(`The data of ${name} was erased.`)
    await queryClient.invalidateQueries({ queryKey: ['console', slug] })
  }
  const became = kind === 'buyers' ? 'a former buyer' : 'a former colleague'
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`More actions for ${name}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component="a" href={`/app-api/console/${slug}/${kind}/${id}/data`} download>
            Download their data
          </Menu.Item>
          <Menu.Item color="red" disabled={reasonNot('people') !== null} onClick={() => setErasing(true)}>
            Erase this person
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={isErasing}
        onClose={() => setErasing(false)}
        title={`Erase ${name}?`}
        confirmLabel="Erase"
        danger
        typedName={name}
        effect={
          <>
            <p>
              Their name, e-mail, devices, passkeys, mails, baskets and own lists go, as a buyer of all your customers,
              and so does the full name wherever somebody wrote it in a note.
            </p>
            <p>
              Orders stay with their amounts, and the activity with what was done, by “{became}”. Your customers’
              records stay, without them as the contact. Backups made before still have the data.
            </p>
            <p>This cannot be undone.</p>
          </>
        }
        onConfirm={erase}
      />
    </>
  )
}

/** What was done, and that open invitations went with it. */
export function withTakenBack(done: string, emails: readonly string[]): string {
  if (emails.length === 0) return done
  return `${done} ${emails.length === 1 ? 'The invitation' : 'The invitations'} to ${emails.join(', ')} no longer ${emails.length === 1 ? 'works' : 'work'}.`
}
