import { Alert, List, Text, Textarea } from '@mantine/core'
import { PROMISE_LIMITS } from '../../../../server/src/rules/limits.ts'
import type { Issue } from '../../shared/api.ts'
import { useReasonAhead } from './reason-ahead.ts'

type BrokenPromisesProps = {
  breaks: readonly Issue[] | undefined
  /** The act, where it is done elsewhere: it asks for the reason. Else the reason is asked for here. */
  elsewhere?: string
}

/** Promises that an act would break; nothing where it breaks none. */
export function BrokenPromises({ breaks, elsewhere }: BrokenPromisesProps) {
  if (!breaks?.length) return null
  return (
    <Alert color="red" role="region" title="This breaks promises">
      <List size="sm">
        {breaks.map(({ path, message }) => (
          <List.Item key={path}>{message}</List.Item>
        ))}
      </List>
      {elsewhere === undefined ? (
        <Reason breaks={breaks} />
      ) : (
        <Text size="sm" mt="xs">
          {elsewhere} asks for a reason.
        </Text>
      )}
    </Alert>
  )
}

function Reason({ breaks }: { breaks: readonly Issue[] }) {
  const [reason, setReason] = useReasonAhead(breaks)
  return (
    <Textarea
      mt="xs"
      label="Reason"
      description="Kept in the activity."
      required
      autosize
      maxLength={PROMISE_LIMITS.reason}
      value={reason}
      onChange={(event) => setReason(event.currentTarget.value)}
    />
  )
}
