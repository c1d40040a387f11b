import { Anchor, Group, SimpleGrid } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Page } from '../../shared/page.tsx'
import { AccountMenu } from '../shell/account-menu.tsx'
import styles from './account-page.module.css'
import { meQuery } from './me.ts'
import { EmailForm, NameForm, PasswordForm } from './own-details.tsx'
import { Sessions } from './sessions.tsx'
import { ThemeChoice } from './theme-choice.tsx'

/** What a person changes of their own account. */
export function AccountPage() {
  const { data: me } = useSuspenseQuery(meQuery)
  return (
    <>
      <header className={styles.header}>
        <Group gap="md" wrap="nowrap" miw={0}>
          <Anchor fw={650} renderRoot={(props) => <Link {...props} to="/" />}>
            Trade Catalogue
          </Anchor>
        </Group>
        <AccountMenu />
      </header>
      <main className={styles.main}>
        <Page title="Your account" description={me.email}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" mb="md">
            <NameForm me={me} />
            <ThemeChoice />
            <EmailForm me={me} />
            <PasswordForm me={me} />
          </SimpleGrid>
          <Sessions />
        </Page>
      </main>
    </>
  )
}
