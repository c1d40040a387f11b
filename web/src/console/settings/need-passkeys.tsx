import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { LabelledSwitch } from '../../shared/labelled-switch.tsx'
import { Section } from '../../shared/section.tsx'
import { notify } from '../../shared/toasts.ts'
import { notifyFailure } from '../../shared/undo.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { peopleQuery } from './settings-queries.ts'

/** Whether the staff works here only when signed in with a passkey. */
export function NeedPasskeys({ passkeys }: { passkeys: components['schemas']['Staff']['passkeys'] }) {
  const { slug, reasonNot } = useWorkspace()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (areNeeded: boolean) =>
      api.PUT('/app-api/console/{slug}/people/passkeys', { params: { path: { slug } }, body: { areNeeded } }),
    onSuccess: async (_done, areNeeded) => {
      notify(areNeeded ? 'Staff now need a passkey.' : 'Staff no longer need a passkey.')
      await queryClient.invalidateQueries({ queryKey: peopleQuery(slug).queryKey })
      void queryClient.invalidateQueries({ queryKey: ['account'] })
    },
    onError: notifyFailure,
  })
  const shutsOut = !passkeys.areNeeded && !passkeys.signedIn
  const reason =
    reasonNot('own') ?? (shutsOut ? 'Sign in with a passkey of your own first: this would shut you out.' : null)
  return (
    <Section title="Signing in">
      <LabelledSwitch
        label="Staff need a passkey"
        description={`Staff and owners then work here only when signed in with a passkey. Anyone without one is asked to add one. ${reason ?? ''}`}
        checked={passkeys.areNeeded}
        disabled={isPending || reason !== null}
        onChange={(event) => mutate(event.currentTarget.checked)}
      />
    </Section>
  )
}
