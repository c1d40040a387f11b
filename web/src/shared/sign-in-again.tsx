import { Anchor, Modal, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { signedInAgain } from './session-end.ts'
import { SignInForm } from './sign-in-form.tsx'

export type SignInAgainProps = {
  /** Whose page it is. */
  personId: string | null | undefined
  /** Called before the page is loaded anew because somebody else has signed in. */
  onOther?: () => void
}

/** Signs in over a page with unsaved changes, whose session has ended. Then the page goes on, and repeats what was refused. */
export default function SignInAgain(props: SignInAgainProps) {
  const goOn = useGoOn(props)
  return (
    <Modal
      opened
      onClose={() => {}}
      title="Sign in"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Text mb="md">Your session has ended. What you typed on this page stays: sign in to go on.</Text>
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
function useGoOn({ personId: before, onOther }: SignInAgainProps): (personId: string) => void {
  const queryClient = useQueryClient()
  const goOn = (personId: string) => {
    if (before && before !== personId) {
      onOther?.()
      return location.reload()
    }
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
