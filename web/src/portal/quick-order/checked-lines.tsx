import { Button, Group, Text, Title, VisuallyHidden } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useCallback } from 'react'
import { counted } from '../../../../server/src/shared/counted.ts'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useSubmit } from '../../shared/use-submit.ts'
import { useAddToBasket } from '../basket/basket-queries.ts'
import listStyles from '../line-list.module.css'
import { usePortal } from '../portal-context.tsx'
import { QuickLineItem } from './quick-line.tsx'
import { judgeLines } from './quick-lines.ts'
import type { QuickLine, useQuickLines } from './quick-lines.ts'
import styles from './quick-order.module.css'

type CheckedLinesProps = Pick<ReturnType<typeof useQuickLines>, 'lines' | 'setLines'> & {
  onAdded: (count: number) => void
  onClear: () => void
}

/** The lines with their prices; what cannot be ordered stays, is named, and keeps nothing else from the basket. */
export function CheckedLines({ lines, setLines, onAdded, onClear }: CheckedLinesProps) {
  const { currency, taxLabel, reasonNotToOrder } = usePortal()
  const addToBasket = useAddToBasket()
  const { judged, good, bad, total } = judgeLines(lines)
  const isPending = good.length + bad < lines.length
  const add = useSubmit(async () => {
    const { added: count } = await addToBasket(good.map(({ checked }) => ({ sku: checked!.sku, qty: checked!.qty })))
    const added = new Set(good.map(({ key }) => key))
    setLines((before) => before.filter(({ key }) => !added.has(key)))
    onAdded(count)
  })
  const change = useCallback(
    (key: number, changes: Partial<QuickLine>) =>
      setLines((before) =>
        before.map((line) => {
          if (line.key !== key) return line
          return changes.isMeant
            ? { ...line, isMeant: true }
            : { ...line, ...changes, read: null, isFresh: false, isMeant: false }
        }),
      ),
    [setLines],
  )
  const remove = useCallback(
    (key: number) => setLines((before) => before.filter((line) => line.key !== key)),
    [setLines],
  )
  const reason =
    reasonNotToOrder ??
    (isPending ? 'The lines are being checked.' : good.length === 0 ? 'No line can be ordered yet.' : null)
  useHotkeys([['mod+Enter', () => void (reason || add.submit())]], [])
  return (
    <section aria-labelledby="checked">
      <Group justify="space-between">
        <Title order={2} size="h4" id="checked">
          Checked lines
        </Title>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onClear}>
          Clear lines
        </Button>
      </Group>
      <Text role="status" size="sm" c="dimmed" mb="xs">
        {good.length === 1 ? '1 line can be ordered' : `${good.length} lines can be ordered`},{' '}
        {formatMoney(total, currency)} {taxLabel}
        {bad > 0 &&
          `. ${bad === 1 ? '1 line has a problem' : `${bad} lines have a problem`}, and ${bad === 1 ? 'stays' : 'stay'} here.`}
      </Text>
      <ul className={listStyles.lines} aria-label="Checked lines">
        {judged.map(({ line, problems }) => (
          <QuickLineItem key={line.key} line={line} {...problems} onChange={change} onRemove={remove} />
        ))}
      </ul>
      <div className={styles.bar}>
        <Problem error={add.problem()} />
        <Group justify="flex-end">
          <Text size="sm" c="dimmed" className={styles.shortcut}>
            Ctrl Enter
          </Text>
          <GuardedButton data-add reason={reason} loading={add.pending} onClick={() => void add.submit()}>
            <VisuallyHidden>Add to basket: </VisuallyHidden>
            Add {counted(good.length, 'line')} · {formatMoney(total, currency)}
          </GuardedButton>
        </Group>
      </div>
    </section>
  )
}
