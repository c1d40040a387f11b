import { Badge, Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { Problem } from '../../shared/problem.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { Section } from '../../shared/section.tsx'
import { signOut } from '../../shared/sign-out.tsx'
import { notifyFailure } from '../../shared/undo.tsx'
import styles from './list.module.css'

type Session = components['schemas']['Session']

const queryKey = ['account', 'sessions']

/** Where the person is signed in, and the end of that. */
export function Sessions() {
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
      <ul className={styles.list}>
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
