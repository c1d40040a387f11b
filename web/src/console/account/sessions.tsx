import { Badge, Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { formatAgo } from '../../shared/dates.ts'
import { Problem } from '../../shared/problem.tsx'
import { Section } from '../../shared/section.tsx'
import { notifyFailure } from '../../shared/undo.tsx'
import styles from './sessions.module.css'

const queryKey = ['account', 'sessions']

/** Where the person is signed in, and the end of that. */
export function Sessions() {
  const [asked, setAsked] = useState(false)
  const queryClient = useQueryClient()
  const { data: sessions = [], error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.GET('/app-api/account/sessions', { signal })).data!.data,
  })
  const end = useMutation({
    mutationFn: (id: string) => api.DELETE('/app-api/account/sessions/{id}', { params: { path: { id } } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
    onError: notifyFailure,
  })
  return (
    <Section title="Where you are signed in">
      <Problem error={error} />
      <ul className={styles.list}>
        {sessions.map(({ id, isCurrent, lastUsedAt, ipAddress, userAgent }) => (
          <li key={id} className={styles.session}>
            <div>
              <Text>{browserName(userAgent)}</Text>
              <Text size="sm" c="dimmed">
                {[ipAddress, `last used ${formatAgo(lastUsedAt)}`].filter(Boolean).join(', ')}
              </Text>
            </div>
            {isCurrent ? (
              <Badge variant="light">This one</Badge>
            ) : (
              <Button
                variant="default"
                size="xs"
                onClick={() => end.mutate(id)}
                loading={end.variables === id && end.isPending}
              >
                Sign out
              </Button>
            )}
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
  location.assign('/sign-in')
}

/** A browser and its system, as far as the browser says. */
function browserName(userAgent: string | null): string {
  if (userAgent === null) return 'A browser'
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(userAgent)?.[1] ?? 'A browser'
  const system = /(Windows|iPhone|iPad|Android|Mac OS X|Linux)/.exec(userAgent)?.[1]
  const name = { Edg: 'Edge', OPR: 'Opera' }[browser] ?? browser
  return system ? `${name} on ${system.replace('Mac OS X', 'macOS')}` : name
}
