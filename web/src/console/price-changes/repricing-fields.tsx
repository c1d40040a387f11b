import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { decimalsOf, moneyText, parseMoney } from '../../shared/money.tsx'
import { parsePercent } from '../../shared/money.ts'
import { useWorkspace } from '../workspace-context.tsx'
import type { Repricing } from './queries.ts'
import { CHANGE_BP } from '../../../../server/src/shared/reprice.ts'
import type { RoundingMode } from '../../../../server/src/shared/reprice.ts'

/** What is typed into the fields. */
type RepricingTexts = { by: 'percent' | 'amount'; change: string; round: string; mode: RoundingMode }

export const NO_REPRICING: RepricingTexts = { by: 'percent', change: '', round: '', mode: 'nearest' }

/** Steps and endings to round to, in hundredths of the main unit: [step, ending]. */
const ROUNDINGS: [number, number][] = [
  [5, 0],
  [10, 0],
  [50, 0],
  [100, 0],
  [100, 95],
  [100, 99],
  [1000, 0],
]

/** A step and an ending in minor units: of any currency, the last digit is a 9. */
const ENDS_IN_9 = { value: '10 9', label: 'Ends in 9' }

const MODES: { value: RoundingMode; label: string }[] = [
  { value: 'nearest', label: 'To the nearest' },
  { value: 'up', label: 'Up' },
  { value: 'down', label: 'Down' },
]

/** The choices of "Round to" in a currency: "0.05", "1.00", "… .95", "Ends in 9". */
export function roundings(currency: string): { value: string; label: string }[] {
  const scale = 10 ** (decimalsOf(currency) - 2)
  const steps = ROUNDINGS.map(([step, ending]) => [step * scale, ending * scale] as const)
    .filter(([step, ending]) => Number.isInteger(step) && Number.isInteger(ending))
    .map(([step, ending]) => ({
      value: `${step} ${ending}`,
      label: ending === 0 ? moneyText(step, currency) : `… ${moneyText(ending, currency).replace(/^0/, '')}`,
    }))
  return [...steps, ENDS_IN_9]
}

/** Reads the fields. `problem` is what is wrong with "Change"; without a change or rounding, `repricing` is null. */
export function readRepricing(
  { by, change, round, mode }: RepricingTexts,
  currency: string,
): { repricing: Repricing | null; problem?: string } {
  // Without a choice of "Round to", up and down are to the minor unit.
  const [step, ending] = (round || '1 0').split(' ').map(Number)
  const isRounded = round !== '' || mode !== 'nearest'
  const how = { step: step!, ...(ending! > 0 && { ending }), ...(mode !== 'nearest' && { mode }) }
  const rounding = isRounded ? { round: how } : {}
  const text = change.trim()
  if (text === '') return { repricing: round === '' ? null : rounding }
  const parsed = by === 'percent' ? parsePercent(text, CHANGE_BP) : parseSigned(text, currency)
  if (parsed.problem !== undefined) return { repricing: null, problem: parsed.problem }
  const value = parsed.value ?? 0
  return { repricing: { ...(by === 'percent' ? { changeBp: value } : { changeBy: value }), ...rounding } }
}

function parseSigned(text: string, currency: string) {
  const sign = /^[-−–]/.test(text) ? -1 : 1
  const parsed = parseMoney(text.replace(/^[-−–+]\s*/, ''), currency)
  return typeof parsed.value === 'number' ? { value: sign * parsed.value } : parsed
}

type RepricingFieldsProps = {
  value: RepricingTexts
  onChange: (value: RepricingTexts) => void
  error?: string | undefined
}

/** "Change", by a share or an amount, "Round to" and "Rounding". */
export function RepricingFields({ value, onChange, error }: RepricingFieldsProps) {
  const { currency } = useWorkspace()
  const { problem } = readRepricing(value, currency)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <Select
        label="Change by"
        data={[
          { value: 'percent', label: 'A percentage' },
          { value: 'amount', label: 'An amount' },
        ]}
        value={value.by}
        onChange={(by) => by && onChange({ ...value, by })}
        allowDeselect={false}
      />
      <TextInput
        label="Change"
        description={value.by === 'percent' ? 'Such as 4 or -2.5' : `Such as ${moneyText(50, currency)} or -1`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="text"
        autoComplete="off"
        rightSection={value.by === 'percent' ? <span aria-hidden>%</span> : undefined}
        value={value.change}
        onChange={(event) => onChange({ ...value, change: event.currentTarget.value })}
        error={problem ?? error}
      />
      <Select
        label="Round to"
        placeholder="No rounding"
        data={roundings(currency)}
        value={value.round === '' ? null : value.round}
        onChange={(round) => onChange({ ...value, round: round ?? '' })}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear Round to' }}
      />
      <Select
        label="Rounding"
        data={MODES}
        value={value.mode}
        onChange={(mode) => mode && onChange({ ...value, mode })}
        allowDeselect={false}
      />
    </SimpleGrid>
  )
}
