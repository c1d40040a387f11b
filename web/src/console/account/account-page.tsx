import { SimpleGrid, Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Page } from '../../shared/page.tsx'
import { PlainFrame } from '../shell/plain-frame.tsx'
import { meQuery } from './me.ts'
import { EmailForm, NameForm, PasswordForm } from './own-details.tsx'
import { Passkeys } from './passkeys.tsx'
import { Sessions } from './sessions.tsx'
import { ThemeChoice } from './theme-choice.tsx'

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
