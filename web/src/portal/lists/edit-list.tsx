import { Alert, Button, Group, Text, TextInput, ActionIcon } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { SAVED_LIST_NAME } from '../../../../server/src/shared/limits.ts'
import { ApiError, api } from '../../shared/api.ts'
import { LeaveGuard } from '../../shared/form-dialog.tsx'
import { Problem } from '../../shared/problem.tsx'
import { notify } from '../../shared/toasts.tsx'
import { useSubmit, throwProblems } from '../../shared/form.tsx'
import { PageBar } from '../../shared/page-bar.tsx'
import { usePortal } from '../portal-context.tsx'
import { listQuery } from '../queries.ts'
import type { ListWithLines } from '../queries.ts'
import styles from './lists.module.css'
import { mergeList } from './merge-list.ts'
import type { Draft, DraftLine } from './merge-list.ts'
import { ShareField } from './list-dialog.tsx'
import { smallestQuantity } from '../../../../server/src/shared/order-quantity.ts'
import type { SoldIn } from '../../../../server/src/shared/order-quantity.ts'
import { ProductField } from '../../shared/product-field.tsx'
import { findProducts } from '../catalogue/product-queries.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { QuantityField } from '../catalogue/quantity-field.tsx'
import { parseQuantity } from '../../shared/quantity.ts'

/** Changes a list: its name, who has it, its lines and their order. Nothing is saved before "Save". */
export function EditList({ list, onDone }: { list: ListWithLines; onDone: () => void }) {
  const { slug } = usePortal()
  const queryClient = useQueryClient()
  const [seen, setSeen] = useState(list)
  const [edited, setEdited] = useState(() => textsOf(draftOf(list)))
  const [told, setTold] = useState<{ by: string; what: string[] } | null>(null)
  const [said, setSaid] = useState('')
  const rows = useRef<HTMLOListElement>(null)
  const isChanged = JSON.stringify(edited) !== JSON.stringify(textsOf(draftOf(seen)))
  const set = (change: Partial<EditedList>) => setEdited((before) => ({ ...before, ...change }))
  const lines = edited.lines
  const setLines = (next: EditedLine[]) => set({ lines: next })
  const move = (from: number, to: number) => {
    if (to < 0 || to >= lines.length) return
    setLines(lines.toSpliced(from, 1).toSpliced(to, 0, lines[from]!))
    setSaid(`${lines[from]!.name} is line ${to + 1} of ${lines.length} now.`)
  }

  const remove = (at: number) => {
    setLines(lines.toSpliced(at, 1))
    setSaid(`${lines[at]!.name} was removed.`)
    // The focus goes to the line that takes its place.
    const next = rows.current?.children[at + 1] ?? rows.current?.children[at - 1]
    next?.querySelector<HTMLElement>('[data-remove]')?.focus()
  }

  /** Reads what the colleague saved, puts one's own changes on top, and says what is different. */
  const takeTheirs = async (mine: ReturnType<typeof readEdited>) => {
    const theirs = await queryClient.fetchQuery({ ...listQuery(slug, list.id), staleTime: 0 })
    const merged = mergeList(draftOf(seen), mine, draftOf(theirs))
    setSeen(theirs)
    setEdited(textsOf(merged.draft))
    setTold({ by: theirs.changedBy ?? 'Somebody', what: merged.told })
    // That is told above the lines.
    scrollTo({ top: 0 })
  }
  const save = useSubmit(async () => {
    const draft = readEdited(edited)
    try {
      const { data } = await api.PUT('/app-api/portal/{slug}/lists/{id}', {
        params: { path: { slug, id: list.id } },
        body: {
          ...draft,
          revision: seen.revision,
          lines: draft.lines.map(({ productId, qty, par }) => ({ productId, qty, par })),
        },
      })
      queryClient.setQueryData(listQuery(slug, list.id).queryKey, data)
      setSeen(data)
      setEdited(textsOf(draftOf(data)))
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error
      return takeTheirs(draft)
    }
    setTold(null)
    notify('The list was saved.')
    void queryClient.invalidateQueries({ queryKey: ['portal', slug, 'lists'] })
    setTimeout(onDone)
  })
  return (
    <>
      <LeaveGuard when={isChanged} />
      <div role="status">
        {told && (
          <Alert color="yellow" mb="md" title={`${told.by} has changed this list meanwhile`}>
            <ul className={styles.told}>
              {told.what.map((what) => (
                <li key={what}>{what}</li>
              ))}
            </ul>
            Your changes are kept on top of that. Look at the list, then save it.
          </Alert>
        )}
      </div>
      <Group align="flex-end" mb="md">
        <TextInput
          label="Name"
          value={edited.name}
          maxLength={SAVED_LIST_NAME}
          error={save.fieldError('name')}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <ShareField
          shared={edited.shared}
          error={save.fieldError('shared')}
          disabled={!list.isMine}
          onChange={(shared) => set({ shared })}
        />
      </Group>
      <AddProduct
        onAdd={(line) => {
          if (lines.some(({ productId }) => productId === line.productId))
            return setSaid(`${line.name} is on the list.`)
          setLines([...lines, line])
          setSaid(`${line.name} is the last line now.`)
        }}
      />
      <Text size="sm" c="dimmed" role="status" mih={24}>
        {said}
      </Text>
      <ol className="plain-list" aria-label="Lines" ref={rows}>
        {lines.map((line, at) => (
          <EditLine
            key={line.productId}
            line={line}
            isFirst={at === 0}
            isLast={at === lines.length - 1}
            error={(field) => save.fieldError(`${line.productId} ${field}`)}
            onChange={(change) => setLines(lines.with(at, { ...line, ...change }))}
            onMove={(by) => move(at, at + by)}
            onRemove={() => remove(at)}
          />
        ))}
      </ol>
      <PageBar>
        <Problem error={save.problem()} />
        <Group>
          <Button loading={save.pending} disabled={!isChanged} onClick={() => void save.submit()}>
            Save
          </Button>
        </Group>
      </PageBar>
    </>
  )
}

/** A field that finds a product for a list. */
function AddProduct({ onAdd }: { onAdd: (line: EditedLine) => void }) {
  const { slug, currency } = usePortal()
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  return (
    <ProductField
      ref={field}
      label="Add product"
      placeholder="SKU or words"
      currency={currency}
      text={text}
      error={undefined}
      onType={setText}
      onPick={(product) => {
        const { id, name, sku } = product
        onAdd({
          productId: id,
          name,
          sku,
          soldIn: soldIn(product),
          quantity: String(smallestQuantity(product)),
          par: '',
        })
        setText('')
      }}
      onEnter={() => {}}
      searchKey={['portal', slug]}
      search={(typed, signal) => findProducts(slug, typed, signal)}
    />
  )
}

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
function EditLine({ line, isFirst, isLast, error, onChange, onMove, onRemove }: EditLineProps) {
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
          className={styles.move!}
          aria-label={`Move up, ${name}`}
          aria-disabled={isFirst || undefined}
          onClick={() => onMove(-1)}
        >
          <IconArrowUp size={18} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={36}
          className={styles.move!}
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

type Line = DraftLine & { sku: string; soldIn: SoldIn | null }

/** A line as it is typed. */
type EditedLine = Omit<Line, 'qty' | 'par'> & { quantity: string; par: string }

/** A list as it is typed. */
type EditedList = { name: string; shared: boolean; lines: EditedLine[] }

/** What can be changed of a list. */
function draftOf({ name, shared, lines }: ListWithLines): Draft<Line> {
  return { name, shared, lines: lines.map(({ product, ...line }) => ({ ...line, soldIn: product && soldIn(product) })) }
}

/** Without what else is known of a product. */
function soldIn({ minOrderQty, orderMultiple }: SoldIn): SoldIn {
  return { minOrderQty, orderMultiple }
}

function textsOf({ name, shared, lines }: Draft<Line>): EditedList {
  return {
    name,
    shared,
    lines: lines.map(({ qty, par, ...line }) => ({
      ...line,
      quantity: String(qty),
      par: par === null ? '' : String(par),
    })),
  }
}

/** Reads all that is typed. Throws what is wrong, at its field: "name", or the id of a product and its field. */
function readEdited({ name, shared, lines }: EditedList): Draft<Line> {
  const problems: Record<string, string | undefined> = {
    name: name.trim() === '' ? 'Give the list a name.' : undefined,
  }
  const read = lines.map(({ quantity, par, ...line }) => {
    const qty = parseQuantity(quantity)
    const wanted = par.trim() === '' ? { value: null, problem: undefined } : parseQuantity(par)
    problems[`${line.productId} quantity`] = qty.problem
    problems[`${line.productId} par`] = wanted.problem
    return { ...line, qty: qty.value ?? 1, par: wanted.value ?? null }
  })
  throwProblems(problems)
  return { name: name.trim(), shared, lines: read }
}
