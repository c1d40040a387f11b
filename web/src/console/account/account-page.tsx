import { SimpleGrid, Stack, Radio, useMantineColorScheme, Badge, Button, Group, Text, TextInput } from '@mantine/core'
import type { MantineColorScheme } from '@mantine/core'
import { useSuspenseQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Page, Section } from '../../shared/page.tsx'
import { PlainFrame } from '../shell/plain-frame.tsx'
import { meQuery } from './me.ts'
import type { Me } from './me.ts'
import { EmailForm, NameForm, PasswordForm } from './own-details.tsx'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { ConfirmDialog, FormDialog } from '../../shared/form-dialog.tsx'
import { Problem } from '../../shared/problem.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { signOut } from '../../shared/sign-out.tsx'
import { notifyFailure, notify } from '../../shared/toasts.tsx'
import styles from './list.module.css'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { NoPasskeysHere, useNoPasskeysHere } from '../../shared/passkey-place.tsx'
import { useSubmit } from '../../shared/form.tsx'
import { useDisclosure } from '@mantine/hooks'

/** What a person changes of their own account. */
export function AccountPage() {
  const { data: me } = useSuspenseQuery(meQuery)
  return (
    <PlainFrame>
      <Page title="Your account" description={me.email}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" mb="md">
          <NameForm me={me} />
          <ThemeChoice />
          <EmailForm me={me} />
          <PasswordForm me={me} />
        </SimpleGrid>
        <Stack>
          <Passkeys me={me} />
          <Sessions />
        </Stack>
      </Page>
    </PlainFrame>
  )
}

const CHOICES: { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** The colours, kept in this browser. */
function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Section title="Theme">
      <Radio.Group aria-label="Theme" value={colorScheme} onChange={(value) => setColorScheme(value)}>
        <Stack gap="xs">
          {CHOICES.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
    </Section>
  )
}

type Session = components['schemas']['Session']

const queryKey = ['account', 'sessions']

/** Where the person is signed in, and the end of that. */
function Sessions() {
  const [asked, setAsked] = useState(false)
  const queryClient = useQueryClient()
  const { data: sessions = [], error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.GET('/app-api/account/sessions', { signal })).data,
  })
  const end = useMutation({
    mutationFn: async ({ id, isCurrent }: Session) => {
      if (isCurrent) await signOut('/sign-in')
      else await api.DELETE('/app-api/account/sessions/{id}', { params: { path: { id } } })
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
    onError: notifyFailure,
  })
  return (
    <Section title="Sessions">
      <Problem error={error} />
      <ul className="plain-list">
        {sessions.map((session) => (
          <li key={session.id} className={styles.item}>
            <div>
              <Text>
                {session.device} {session.isCurrent && <Badge variant="light">This one</Badge>}
              </Text>
              <Text size="sm" c="dimmed">
                {session.network && `${session.network}, `}last used <RelativeTime at={session.lastUsedAt} />
              </Text>
            </div>
            <Button
              variant="default"
              size="xs"
              onClick={() => end.mutate(session)}
              loading={end.variables?.id === session.id && end.isPending}
            >
              Sign out
            </Button>
          </li>
        ))}
      </ul>
      <Group mt="md">
        <Button variant="default" onClick={() => setAsked(true)}>
          Sign out everywhere
        </Button>
      </Group>
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        title="Sign out everywhere?"
        effect="All your sessions end at once, this one too. You can sign in again at any time."
        confirmLabel="Sign out everywhere"
        onConfirm={signOutEverywhere}
      />
    </Section>
  )
}

async function signOutEverywhere(): Promise<void> {
  await api.POST('/app-api/account/sign-out-everywhere')
  await signOut('/sign-in')
}

type Passkey = components['schemas']['Passkey']

/** The passkeys of the person: to add, name and remove. */
function Passkeys({ me }: { me: Me }) {
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
    notify(`${name} was removed.`)
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
        <ul className="plain-list">
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

type RenamePasskeyProps = { passkey: components['schemas']['Passkey']; onRenamed: () => Promise<unknown> }

/** Gives a passkey a name by which its owner knows it. */
function RenamePasskey({ passkey, onRenamed }: RenamePasskeyProps) {
  const [opened, { open, close }] = useDisclosure()
  const [name, setName] = useState(passkey.name)
  const rename = async () => {
    await api.PATCH('/app-api/account/passkeys/{id}', { params: { path: { id: passkey.id } }, body: { name } })
    await onRenamed()
  }
  return (
    <>
      <Button
        variant="default"
        size="xs"
        onClick={() => {
          setName(passkey.name)
          open()
        }}
      >
        Rename
      </Button>
      <FormDialog opened={opened} onClose={close} title="Rename the passkey" submitLabel="Rename" onSubmit={rename}>
        {(fieldError) => (
          <TextInput
            label="Name"
            description="Such as the device that it is on."
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fieldError('name')}
            maxLength={200}
            autoComplete="off"
          />
        )}
      </FormDialog>
    </>
  )
}
