import { Button, Group, Text } from '@mantine/core'
import { useRef } from 'react'
import { counted } from '../../../../server/src/shared/counted.ts'
import { ButtonLink } from '../../shared/links.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useSubmit } from '../../shared/form.tsx'
import { LazyDisabledReason } from '../lazy-disabled-reason.tsx'
import { PageBar } from '../../shared/page-bar.tsx'
import { usePortal } from '../portal-context.tsx'

type OrderBarProps = {
  label: 'Add all' | 'Add to basket'
  lines: number
  /** Minor units. */
  amount: number
  /** Rows with something wrong. */
  problems: number
  /** Lines of the basket. */
  inBasket: number
  onAdd: () => Promise<unknown>
}

/** What would be added, and the way on to the order. */
export function OrderBar({ label, lines, amount, problems, inBasket, onAdd }: OrderBarProps) {
  const { slug, currency, reasonNotToOrder } = usePortal()
  const bar = useRef<HTMLDivElement>(null)
  const add = useSubmit(async () => {
    await onAdd()
    // The link takes the place of the button.
    setTimeout(() => bar.current?.querySelector('a')?.focus())
  })
  const reason =
    reasonNotToOrder ??
    (problems > 0 ? 'First correct the quantities that are marked.' : lines === 0 ? 'Set a quantity first.' : null)
  return (
    <PageBar ref={bar}>
      <Problem error={add.problem()} />
      <Group gap="sm" wrap="nowrap">
        {lines === 0 && inBasket > 0 ? (
          <ButtonLink to="/t/$slug/basket" params={{ slug }} hash="order">
            Review order
          </ButtonLink>
        ) : (
          <LazyDisabledReason reason={reason}>
            <Button loading={add.pending} onClick={() => void add.submit()}>
              {label}
            </Button>
          </LazyDisabledReason>
        )}
        <Text role="status" className="figures">
          {lines === 0 && inBasket > 0 ? (
            `${counted(inBasket, 'line')} in the basket`
          ) : (
            <>
              {counted(lines, 'line')} · <strong>{formatMoney(amount, currency)}</strong>
            </>
          )}
        </Text>
      </Group>
    </PageBar>
  )
}
