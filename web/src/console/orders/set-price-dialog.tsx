import { Checkbox, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ORDER_LIMITS } from '../../../../server/src/shared/limits.ts'
import { isLowPrice } from '../../../../server/src/shared/price-by-hand.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { formatMoney, MoneyInput, moneyText, parseMoney } from '../../shared/money.tsx'
import { throwProblems } from '../../shared/form.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import styles from './change-lines.module.css'

/** A price that staff set for a line, in minor units. A low one has been confirmed. */
export type PriceByHand = { unit: number; reason: string }

/** A line whose price is to be set. `byRules`: its unit price without that, in minor units. */
export type LineToPrice = { sku: string; name: string; byRules: number | null; manual?: PriceByHand | undefined }

type Props = { line: LineToPrice; currency: string; onClose: () => void; onSet: (manual: PriceByHand) => void }

/** Sets the unit price of one line by hand. One that is far below the rules is asked about once more. */
export function SetPriceDialog({ line: { sku, name, byRules, manual }, currency, onClose, onSet }: Props) {
  const [text, setText] = useState(manual ? moneyText(manual.unit, currency) : '')
  const [reason, setReason] = useState(manual?.reason ?? '')
  const [isMeant, setMeant] = useState(false)
  const { value, problem } = parseMoney(text, currency)
  const isLow = value != null && isLowPrice(value, byRules)
  const set = async () => {
    throwProblems({
      unit: value == null ? (problem ?? 'Write the price of one.') : undefined,
      reason: reason.trim() === '' ? 'Write why: the buyers read it.' : undefined,
      isMeant: isLow && !isMeant ? 'Say that it is meant, or write another price.' : undefined,
    })
    onSet({ unit: value!, reason: reason.trim() })
  }
  return (
    <FormDialog onClose={onClose} title={`Set price of ${sku}`} onSubmit={set} isOver>
      {(fieldError) => (
        <>
          <Text mb="sm">
            {name}
            {byRules !== null && `: ${formatMoney(byRules, currency)} by the rules.`}
          </Text>
          <MoneyInput
            label="Unit price"
            required
            currency={currency}
            value={text}
            onChange={setText}
            error={fieldError('unit')}
          />
          <TextInput
            label="Reason"
            description="The customer’s buyers read it with the price."
            required
            maxLength={ORDER_LIMITS.priceReason}
            autoComplete="off"
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={fieldError('reason')}
            mt="sm"
          />
          {isLow && (
            <Checkbox
              mt="md"
              label={`${formatMoney(value, currency)} is meant`}
              description={`It is 30% or more below ${formatMoney(byRules, currency)}.`}
              checked={isMeant}
              onChange={(event) => setMeant(event.currentTarget.checked)}
              error={fieldError('isMeant')}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}

type PriceButtonProps = {
  sku: string
  manual: PriceByHand | undefined
  onPrice: () => void
  onReset: () => void
}

/** Sets the price of a line by hand, or takes that back. */
export function PriceButton({ sku, manual, onPrice, onReset }: PriceButtonProps) {
  const { may } = useWorkspace()
  if (!may('pricesByHand')) return null
  return (
    <>
      <div>
        <button type="button" className={styles.act} aria-label={`Set price, ${sku}`} onClick={onPrice}>
          Set price
        </button>
      </div>
      {manual && (
        <div>
          <button type="button" className={styles.act} aria-label={`Not by hand, ${sku}`} onClick={onReset}>
            Not by hand
          </button>
        </div>
      )}
    </>
  )
}
