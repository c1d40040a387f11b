import { Text } from '@mantine/core'
import { useEffect } from 'react'
import { EntryCard } from './entry-card.tsx'
import { endSession, forgetPerson } from './browser-store.ts'
import { Page } from './page.tsx'
import { show } from './root.tsx'

/** How long until the service is told again, in milliseconds. */
const AGAIN_MS = 5_000

/**
 * Deletes what this browser has of the person, then has the service end the session. `path` is loaded anew, so that
 * nothing stays of what was shown.
 */
export async function signOut(path: string): Promise<void> {
  await forgetPerson()
  await endSession().then(
    () => location.replace(path),
    () => show(<SignedOut path={path} />),
  )
}

/** In place of the page, where the service cannot be told. */
function SignedOut({ path }: { path: string }) {
  useEffect(() => {
    const again = setInterval(
      () =>
        void endSession().then(
          () => location.replace(path),
          () => undefined,
        ),
      AGAIN_MS,
    )
    return () => clearInterval(again)
  }, [path])
  return (
    <EntryCard>
      <Page title="You are signed out">
        <Text mb="sm">Nothing of yours is stored in this browser any more.</Text>
        <Text>
          The service could not be reached, so your session goes on there. It ends once this page, or another one of
          ours, is open here with a connection. You can also end it from another device: “Sign out everywhere” on “Your
          account”.
        </Text>
      </Page>
    </EntryCard>
  )
}
