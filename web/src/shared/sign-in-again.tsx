import { Anchor, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Dialog } from './dialog.tsx'
import { signInQuestion } from './question.ts'
import { CompanyButton, SignInForm } from './sign-in-form.tsx'
import type { Me } from './sign-in-form.tsx'

export type SignInAgainProps = {
  /** Whose page it is. */
  personId: string | null | undefined
  /** Whether the page is still theirs; otherwise it is loaded anew, too. */
  mayGoOn?: (me: Me) => boolean
}

/**
 * Signs in over a page with unsaved changes, whose session has ended. Then the page goes on, and repeats what was
 * refused.
 */
export default function SignInAgain(props: SignInAgainProps) {
  const goOn = useGoOn(props)
  return (
    <Dialog
      opened
      onClose={() => {}}
      title="Sign in"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Text mb="md">Your session has ended. What you typed on this page stays: sign in to go on.</Text>
      <SignInForm
        onEnter={goOn}
        otherWays={<CompanyInNewTab />}
        forgotten={
          <Anchor size="sm" ta="center" href="/reset-password" target="_blank">
            Forgot your password?
          </Anchor>
        }
      />
    </Dialog>
  )
}

/** The company's account for the page that is shown, which stays as it is meanwhile. */
export function CompanyInNewTab() {
  const [, area, at] = /^\/([wt])\/([^/]+)/.exec(location.pathname) ?? []
  return <CompanyButton at={at} area={area === 't' ? 't' : 'w'} inNewTab />
}

/**
 * Goes on as that person. The page of somebody else is loaded anew. Whoever signs in in another tab goes on here, too.
 */
function useGoOn({ personId: before, mayGoOn = () => true }: SignInAgainProps): (me: Me) => void {
  const queryClient = useQueryClient()
  const goOn = (me: Me) => {
    const isOther = Boolean(before) && before !== me.id
    if (isOther || !mayGoOn(me)) return location.reload()
    signInQuestion.answer(true)
    return void queryClient.invalidateQueries()
  }
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState !== 'visible') return
      // Not by the client of the pages: that waits for the session itself.
      const response = await fetch('/app-api/account/me').catch(() => null)
      if (response?.ok) goOn(((await response.json()) as { data: Me }).data)
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  })
  return goOn
}
