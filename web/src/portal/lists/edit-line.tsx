import { ActionIcon, Button, Text, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { QuantityField } from '../catalogue/quantity-field.tsx'
import type { EditedLine } from './edited-list.ts'
import styles from './lists.module.css'

type EditLineProps = {
  line: EditedLine
  isFirst: boolean
  isLast: boolean
  error: (field: 'quantity' | 'par') => string | undefined
  onChange: (change: Partial<EditedLine>) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

/** A line of a list that is changed: its quantity, its par and its place. Alt with an arrow moves it, too. */
export function EditLine({ line, isFirst, isLast, error, onChange, onMove, onRemove }: EditLineProps) {
  const { name, sku, soldIn, quantity, par } = line
  const moveByKey = (event: KeyboardEvent) => {
    const by = event.altKey ? ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key] : undefined
    if (by === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onMove(by)
  }
  return (
    <li className={styles.edited} onKeyDownCapture={moveByKey}>
      <div className={styles.what}>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {sku}
        </Text>
      </div>
      <QuantityField
        label="Quantity"
        aria-label={`Quantity, ${name}`}
        value={quantity}
        from={soldIn?.minOrderQty}
        inMultiplesOf={soldIn?.orderMultiple}
        error={error('quantity')}
        onChange={(text) => onChange({ quantity: text })}
      />
      <TextInput
        label="Par"
        aria-label={`Par, ${name}`}
        className={styles.stock!}
        inputMode="numeric"
        autoComplete="off"
        value={par}
        error={error('par')}
        onChange={(event) => onChange({ par: event.currentTarget.value })}
      />
      <div className={styles.acts}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={`Move up, ${name}`}
          aria-disabled={isFirst || undefined}
          onClick={() => onMove(-1)}
        >
          <IconArrowUp size={18} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={`Move down, ${name}`}
          aria-disabled={isLast || undefined}
          onClick={() => onMove(1)}
        >
          <IconArrowDown size={18} />
        </ActionIcon>
        <Button variant="subtle" color="gray" data-remove aria-label={`Remove, ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  )
}
