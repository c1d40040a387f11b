import { Button, Group, Text } from '@mantine/core'
import { api } from '../../shared/api.ts'
import { Dialog } from '../../shared/dialog.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useSubmit } from '../../shared/form.tsx'
import { buyerQuestion } from '../offline/connection.ts'
import { usePortal } from '../portal-context.tsx'

/** Goes on for the customer of this page, and repeats what was refused; or loads the page for the present one. */
export default function OtherBuyerDialog() {
  const { slug, me, customer } = usePortal()
  const goOn = useSubmit(async () => {
    await api.POST('/app-api/portal/{slug}/acting-for', { params: { path: { slug } }, body: { buyerId: me.id } })
    buyerQuestion.answer(true)
  })
  return (
    <Dialog
      opened
      onClose={() => {}}
      title={`This page is for ${customer.name}`}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Text mb="md">
        You are now acting for another company, which was chosen in another tab or on another device. What this page
        asked for last was refused. Reload it for the other company, or go on for this one.
      </Text>
      <Problem error={goOn.problem()} />
      <Group justify="flex-end">
        <Button variant="default" onClick={() => location.reload()}>
          Reload
        </Button>
        <Button loading={goOn.pending} onClick={() => void goOn.submit()}>
          Act for {customer.name}
        </Button>
      </Group>
    </Dialog>
  )
}
