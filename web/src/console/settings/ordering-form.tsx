import { Group, Stack, TextInput, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ORDER_TERMS } from '../../../../server/src/rules/limits.ts'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { LeaveGuard } from '../../shared/leave-guard.tsx'
import { parsePercent } from '../../shared/percent.ts'
import { SaveButton } from '../../shared/save-button.tsx'
import { SubmitForm } from '../../shared/submit-form.tsx'
import { notify } from '../../shared/toasts.ts'
import { throwProblems } from '../../shared/use-submit.ts'
import { useTexts } from '../../shared/use-texts.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { orderSettingsQuery } from './settings-queries.ts'

type Settings = components['schemas']['OrderSettings']

/** The settings of orders; owners save them. */
export function OrderingForm({ settings }: { settings: Settings }) {
  const { slug, reasonNot } = useWorkspace()
  const queryClient = useQueryClient()
  const { texts, field, isChanged } = useTexts({
    taxRateBp: settings.taxRateBp === null ? '' : String(settings.taxRateBp / 100),
    terms: settings.terms ?? '',
  })
  const save = async () => {
    const rate = parsePercent(texts.taxRateBp, { min: 0 })
    throwProblems({ taxRateBp: rate.problem })
    const body = { taxRateBp: rate.value ?? null, terms: texts.terms.trim() || null, version: settings.version }
    const { data } = await api.PUT('/app-api/console/{slug}/ordering', { params: { path: { slug } }, body })
    queryClient.setQueryData(orderSettingsQuery(slug).queryKey, data)
    notify('The settings are saved.')
  }
  const reason = reasonNot('write') ?? reasonNot('own')
  return (
    <SubmitForm onSubmit={save}>
      {(fieldError, pending) => (
        <>
          <LeaveGuard when={isChanged && !pending} />
          <Stack maw={560} gap="md">
            <TextInput
              label="Tax rate"
              description="In percent, such as 20. Basket, order and mails then show tax and total below the subtotal. Blank: they say nothing of tax."
              inputMode="decimal"
              {...field('taxRateBp', fieldError)}
              readOnly={reason !== null}
            />
            <Textarea
              label="Freight and tax"
              description="What you say of them, below the totals."
              maxLength={ORDER_TERMS}
              autosize
              minRows={2}
              {...field('terms', fieldError)}
              readOnly={reason !== null}
            />
            <Group>
              <SaveButton pending={pending} reason={reason} />
            </Group>
          </Stack>
        </>
      )}
    </SubmitForm>
  )
}
