import { Box, Button, Fieldset, Group, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { Form } from '../../shared/form.tsx'
import { LabelledSwitch } from '../../shared/labelled-switch.tsx'
import { MoneyInput, formatMoney } from '../../shared/money.tsx'
import { Problem } from '../../shared/problem.tsx'
import { SaveButton } from '../../shared/save-button.tsx'
import { useSubmit } from '../../shared/use-submit.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { Addresses } from './addresses.tsx'
import { ChangedByOthers } from './changed-by-others.tsx'
import { writtenOut } from './customer-fields.ts'
import { FIELD_LABELS } from './customer-labels.ts'
import type { FieldName } from './customer-labels.ts'
import type { Customer } from './customer-queries.ts'
import type { TermsDraft } from './use-terms-draft.ts'
import { MAX_CREDIT_LIMIT } from '../../../../server/src/shared/limits.ts'

/** The account of a customer: who it is, how it pays, notes. Saved by hand; a save can be undone. */
export function TermsTab({ customer, draft }: { customer: Customer; draft: TermsDraft }) {
  const { currency, reasonNot } = useWorkspace()
  const { submit, pending, fieldError, problem, forget, reset } = useSubmit(draft.save)
  const decide = (act: () => void) => () => {
    reset()
    act()
  }
  const fields = <TermsFields draft={draft} openBalance={customer.openBalance} fieldError={fieldError} />
  return (
    <>
      <Form
        aria-label="Terms"
        onFieldChange={forget}
        onSubmit={() => draft.isDirty && !draft.isBehind && void submit()}
      >
        <Stack gap="md" maw={860}>
          {fields}
          {draft.isBehind ? (
            <ChangedByOthers
              lines={writtenOut(draft.base, customer, currency)}
              onKeepMine={decide(draft.rebase)}
              onTakeTheirs={decide(draft.discard)}
            />
          ) : (
            <Problem error={problem()} />
          )}
          <Group>
            <SaveButton pending={pending} reason={reasonNot('write')} disabled={!draft.isDirty || draft.isBehind} />
            {draft.isDirty && (
              <Button variant="default" onClick={decide(draft.discard)}>
                Discard changes
              </Button>
            )}
          </Group>
        </Stack>
      </Form>
      <Box mt="lg">
        <Addresses customer={customer} />
      </Box>
    </>
  )
}

type TermsFieldsProps = {
  draft: TermsDraft
  openBalance: number | null
  fieldError: (path: string) => string | undefined
}

function TermsFields({ draft: { fields, set }, openBalance, fieldError }: TermsFieldsProps) {
  const { currency } = useWorkspace()
  const text = (name: Exclude<FieldName, 'poRequired' | 'active'>) => ({
    label: FIELD_LABELS[name],
    value: fields[name],
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
    error: fieldError(name),
    autoComplete: 'off',
  })
  const flag = (name: 'poRequired' | 'active') => ({
    label: FIELD_LABELS[name],
    checked: fields[name],
    onChange: (event: { currentTarget: { checked: boolean } }) => set(name, event.currentTarget.checked),
  })
  return (
    <>
      <Fieldset legend="Account">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput required {...text('name')} />
          <TextInput {...text('accountCode')} />
          <TextInput type="email" {...text('email')} />
          <TextInput type="tel" {...text('phone')} />
          <TextInput {...text('contactName')} />
        </SimpleGrid>
      </Fieldset>
      <Fieldset legend="Payment">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput {...text('paymentTermsDays')} inputMode="numeric" description="Days until an invoice is due" />
          <MoneyInput
            {...text('creditLimit')}
            currency={currency}
            max={MAX_CREDIT_LIMIT}
            onChange={(value) => set('creditLimit', value)}
            description="Blank: no limit"
          />
          <TextInput
            label="Open balance"
            description="What the customer owes, as your ERP says"
            value={openBalance === null ? 'Not known' : formatMoney(openBalance, currency)}
            readOnly
          />
          <LabelledSwitch {...flag('poRequired')} description="Orders need a purchase order number" />
          <LabelledSwitch {...flag('active')} description="An inactive customer cannot order" />
        </SimpleGrid>
      </Fieldset>
      <Textarea {...text('notes')} autosize minRows={3} description="For your staff; the customer does not see them" />
    </>
  )
}
