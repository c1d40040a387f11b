import { Button, Group, Text, Title } from '@mantine/core'
import type { components } from '../../shared/app-api.d.ts'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useSubmit } from '../../shared/use-submit.ts'
import { useAddToBasket } from '../basket/basket-queries.ts'
import { NextBreak } from '../catalogue/next-break.tsx'
import styles from '../line-list.module.css'
import { usePortal } from '../portal-context.tsx'

type Checked = components['schemas']['CheckedLine']

/** A line that was typed or pasted. `unread` is why it could not be read; `row` is where it stood. */
export type QuickLine = { key: number; row: number | null; sku: string; unread: string | null; checked: Checked | null }

type CheckedLinesProps = {
  lines: QuickLine[]
  onChange: (change: (lines: QuickLine[]) => QuickLine[]) => void
  recheck: (line: { sku: string; qty: number }) => Promise<Checked[]>
}

/** The lines with their prices; what cannot be ordered stays, is named, and keeps nothing else from the basket. */
export function CheckedLines({ lines, onChange, recheck }: CheckedLinesProps) {
  const { currency, taxLabel, reasonNotToOrder } = usePortal()
  const addToBasket = useAddToBasket()
  const good = lines.filter(({ checked }) => checked !== null && checked.problem === null)
  const total = good.reduce((sum, { checked }) => sum + checked!.price!.line, 0)
  const add = useSubmit(async () => {
    await addToBasket(good.map(({ checked }) => ({ sku: checked!.sku, qty: checked!.qty })))
    const added = new Set(good.map(({ key }) => key))
    onChange((before) => before.filter(({ key }) => !added.has(key)))
  })
  const replace = async (key: number, line: { sku: string; qty: number }) => {
    const [checked] = await recheck(line)
    onChange((before) =>
      before.map((one) => (one.key === key ? { ...one, sku: line.sku, unread: null, checked: checked! } : one)),
    )
  }
  const bad = lines.length - good.length
  return (
    <section aria-labelledby="checked">
      <Title order={2} size="h4" id="checked">
        Checked lines
      </Title>
      <Text role="status" size="sm" c="dimmed" mb="xs">
        {good.length === 1 ? '1 line can be ordered' : `${good.length} lines can be ordered`},{' '}
        {formatMoney(total, currency)} {taxLabel}
        {bad > 0 &&
          `. ${bad === 1 ? '1 line has a problem' : `${bad} lines have a problem`}, and ${bad === 1 ? 'stays' : 'stay'} here.`}
      </Text>
      <ul className={styles.lines} aria-label="Checked lines">
        {lines.map((line) => (
          <Line
            key={line.key}
            line={line}
            onReplace={(next) => replace(line.key, next)}
            onRemove={() => onChange((before) => before.filter(({ key }) => key !== line.key))}
          />
        ))}
      </ul>
      <Problem error={add.problem()} />
      <Group justify="flex-end" mt="md">
        <GuardedButton
          reason={reasonNotToOrder ?? (good.length === 0 ? 'No line can be ordered yet.' : null)}
          loading={add.pending}
          onClick={() => void add.submit()}
        >
          Add to basket
        </GuardedButton>
      </Group>
    </section>
  )
}

type LineProps = {
  line: QuickLine
  onReplace: (line: { sku: string; qty: number }) => Promise<void>
  onRemove: () => void
}

function Line({ line: { row, sku, unread, checked }, onReplace, onRemove }: LineProps) {
  const { currency } = usePortal()
  const problem = unread ?? checked?.problem ?? null
  return (
    <li className={styles.line} data-problem={problem !== null || undefined}>
      <div className={styles.what}>
        <Text fw={600}>{checked?.product?.name ?? sku}</Text>
        <Text size="sm" c="dimmed">
          {row !== null && `Row ${row}: `}
          {checked?.sku ?? sku}
          {checked?.price && checked.qty > 1 && ` · ${formatMoney(checked.price.unit, currency)} each`}
        </Text>
        {problem && (
          <Text size="sm" c="var(--mantine-color-error)">
            {problem}
          </Text>
        )}
        {checked && <NextBreak qty={checked.qty} next={checked.nextBreak} />}
        {checked && checked.nearest.length > 0 && (
          <Group gap="xs" mt={4}>
            <Text size="sm">Did you mean</Text>
            {checked.nearest.map((near) => (
              <Button
                key={near.id}
                size="compact-sm"
                variant="default"
                title={near.name}
                onClick={() => void onReplace({ sku: near.sku, qty: checked.qty })}
              >
                {near.sku}
              </Button>
            ))}
          </Group>
        )}
      </div>
      <div className={styles.figure}>{checked?.qty.toLocaleString('en')}</div>
      <div className={styles.figure}>{checked?.price && formatMoney(checked.price.line, currency)}</div>
      <Button variant="subtle" color="gray" size="compact-sm" onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}
