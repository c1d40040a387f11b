import { Button, Group, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { NoPasskeysHere, useNoPasskeysHere } from '../../shared/passkey-place.tsx'
import { Problem } from '../../shared/problem.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { Section } from '../../shared/section.tsx'
import { notify } from '../../shared/toasts.ts'
import { useSubmit } from '../../shared/use-submit.ts'
import type { Me } from './me.ts'
import { RenamePasskey } from './rename-passkey.tsx'
import styles from './list.module.css'

type Passkey = components['schemas']['Passkey']

/** The passkeys of the person: to add, name and remove. */
export function Passkeys({ me }: { me: Me }) {
  const none = useNoPasskeysHere()
  const { passkeys, error, changed } = usePasskeys()
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const add = useSubmit(async () => {
    const { addPasskey } = await import('../../shared/passkeys.ts')
    await addPasskey()
    notify('Passkey added.')
    await changed()
  })
  const remove = async ({ id, name }: Passkey) => {
    await api.DELETE('/app-api/account/passkeys/{id}', { params: { path: { id } } })
    notify(`${name} is removed.`)
    await changed()
  }
  return (
    <Section title="Passkeys">
      <Text size="sm" c="dimmed" mb="sm">
        A passkey signs you in with a fingerprint, your face or the PIN of your device. Nobody can guess it, and no
        other site can ask for it.
      </Text>
      <Needing me={me} />
      <Problem error={error ?? add.problem()} />
      {passkeys.length > 0 && (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={styles.item}>
              <div>
                <Text>{passkey.name}</Text>
                <Text size="sm" c="dimmed">
                  <Uses passkey={passkey} />
                </Text>
              </div>
              <Group gap="xs" wrap="nowrap">
                <RenamePasskey passkey={passkey} onRenamed={changed} />
                <Button variant="default" size="xs" onClick={() => setRemoving(passkey)}>
                  Remove
                </Button>
              </Group>
            </li>
          ))}
        </ul>
      )}
      <Group mt="md" mb="xs">
        <GuardedButton reason={none?.reason} variant="default" loading={add.pending} onClick={() => void add.submit()}>
          Add passkey
        </GuardedButton>
      </Group>
      <NoPasskeysHere />
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title={`Remove ${removing?.name}?`}
        effect="Nobody can sign in with it any more. Your other sessions that a passkey opened end at once."
        confirmLabel="Remove"
        danger
        onConfirm={() => remove(removing!)}
      />
    </Section>
  )
}

function usePasskeys() {
  const queryClient = useQueryClient()
  const queryKey = ['account', 'passkeys']
  const { data: passkeys = [], error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.GET('/app-api/account/passkeys', { signal })).data,
  })
  // Whether the person has one, and which sessions there are, may be another matter now.
  const changed = () => queryClient.invalidateQueries({ queryKey: ['account'] })
  return { passkeys, error, changed }
}

/** Which workspaces let nobody in without a passkey. */
function Needing({ me: { passkeyNeededIn: names } }: { me: Me }) {
  if (names.length === 0) return null
  return (
    <Text size="sm" mb="sm">
      You need one to work in {new Intl.ListFormat('en').format(names)}.
    </Text>
  )
}

function Uses({ passkey: { createdAt, lastUsedAt } }: { passkey: Passkey }) {
  return (
    <>
      Added <RelativeTime at={createdAt} />, {lastUsedAt === null ? 'not used yet' : 'last used '}
      {lastUsedAt !== null && <RelativeTime at={lastUsedAt} />}
    </>
  )
}
