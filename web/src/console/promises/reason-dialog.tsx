import { List, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { PROMISE_LIMITS } from '../../../../server/src/rules/limits.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { reasonQuestion } from './reason-question.ts'
import { throwProblems } from '../../shared/use-submit.ts'

/** Names the promises that an act would break. With a reason, the act is done. */
export default function ReasonDialog() {
  const broken = reasonQuestion.useAbout().split('\n')
  const [reason, setReason] = useState('')
  const give = async () => {
    throwProblems({ reason: reason.trim() === '' ? 'Say why. It is kept in the activity.' : undefined })
    reasonQuestion.answer(reason.trim())
  }
  return (
    <FormDialog
      title={
        broken.length === 1 ? 'This breaks a promise' : `This breaks ${broken.length.toLocaleString('en')} promises`
      }
      submitLabel="Break with this reason"
      color="red"
      isOver
      onClose={() => reasonQuestion.answer(null)}
      onSubmit={give}
    >
      {(fieldError) => (
        <>
          <Text>Nothing is changed yet.</Text>
          <List>
            {broken.map((words) => (
              <List.Item key={words}>{words}</List.Item>
            ))}
          </List>
          <Textarea
            label="Reason"
            required
            autosize
            maxLength={PROMISE_LIMITS.reason}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={fieldError('reason')}
          />
        </>
      )}
    </FormDialog>
  )
}
