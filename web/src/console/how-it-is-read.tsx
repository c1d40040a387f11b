import { Alert, Button, Stack, Text } from '@mantine/core'
import { decimalsOf } from '../shared/money.ts'
import { useWorkspace } from './workspace-context.tsx'
import { counted } from '../../../server/src/shared/counted.ts'
import { decimalsInWords, roundWords } from '../../../server/src/shared/read-number.ts'

type HowItIsReadProps = {
  check: { readAs: string[]; toRound: number }
  rounds: boolean
  onRound: (rounds: boolean) => void
  /** What an amount is called. */
  amount?: 'price' | 'amount'
}

/**
 * What a paste or a file tells of how its numbers are written, and the choice to round those with too many decimals.
 */
export function HowItIsRead({ check: { readAs, toRound }, rounds, onRound, amount = 'price' }: HowItIsReadProps) {
  const { currency } = useWorkspace()
  const decimals = decimalsOf(currency)
  const amounts = counted(toRound, amount)
  return (
    <>
      {readAs.length > 0 && (
        <Stack gap={0}>
          {readAs.map((line) => (
            <Text key={line} size="sm" c="dimmed">
              {line}
            </Text>
          ))}
        </Stack>
      )}
      {toRound > 0 && (
        <Alert color="yellow" role="region" aria-label="Decimals">
          <Text size="sm" mb="xs">
            {rounds
              ? `${amounts} ${toRound === 1 ? 'is' : 'are'} rounded to ${decimalsInWords(decimals)}.`
              : `${amounts} ${toRound === 1 ? 'has' : 'have'} more decimals than ${currency}, and ${toRound === 1 ? 'is' : 'are'} not taken.`}
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => onRound(!rounds)}>
            {rounds ? 'Do not round' : roundWords(toRound, decimals, amount)}
          </Button>
        </Alert>
      )}
    </>
  )
}
