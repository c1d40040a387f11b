import { Anchor, Modal, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { SignInForm } from '../../shared/sign-in-form.tsx'
import { workspaceQuery } from '../workspace-context.tsx'
import { meQuery } from './me.ts'
import { signedInAgain } from './session-end.ts'

/** Signs in over a page with unsaved changes, whose session has ended. Then the page goes on, and repeats what was refused. */
export function SignInAgain() {
  const goOn = useGoOn()
  return (
    <Modal
      opened
      onClose={() => {}}
      title="Sign in"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Text mb="md">
        Your session has ended. What you typed on this page stays, and is saved once you have signed in.
      </Text>
      <SignInForm
        onEnter={({ id }) => goOn(id)}
        forgotten={
          <Anchor size="sm" ta="center" href="/reset-password" target="_blank">
            Forgot your password?
          </Anchor>
        }
      />
    </Modal>
  )
}

/** Goes on as that person. The page of somebody else is loaded anew. Whoever signs in in another tab goes on here, too. */
function useGoOn(): (personId: string) => void {
  const queryClient = useQueryClient()
  const { slug = '' } = useParams({ strict: false }) as { slug?: string }
  const goOn = (personId: string) => {
    const { me } = queryClient.getQueryData(workspaceQuery(slug).queryKey) ?? {
      me: queryClient.getQueryData(meQuery.queryKey),
    }
    if (me && me.id !== personId) return location.reload()
    signedInAgain()
    return void queryClient.invalidateQueries()
  }
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState !== 'visible') return
      // Not by the client of the pages: that waits for the session itself.
      const response = await fetch('/app-api/account/me').catch(() => null)
      if (response?.ok) goOn(((await response.json()) as { data: { id: string } }).data.id)
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  })
  return goOn
}
