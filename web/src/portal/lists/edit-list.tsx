import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { SAVED_LIST_NAME } from '../../../../server/src/rules/limits.ts'
import { ApiError, api } from '../../shared/api.ts'
import { LeaveGuard } from '../../shared/leave-guard.tsx'
import { Problem } from '../../shared/problem.tsx'
import { ProductField } from '../../shared/product-field.tsx'
import { parseQuantity } from '../../shared/quantity.ts'
import { notify } from '../../shared/toasts.ts'
import { throwProblems, useSubmit } from '../../shared/use-submit.ts'
import { findProducts } from '../catalogue/product-queries.ts'
import { usePortal } from '../portal-context.tsx'
import { EditLine } from './edit-line.tsx'
import type { EditedLine } from './edit-line.tsx'
import { listQuery } from './list-queries.ts'
import type { ListWithLines } from './list-queries.ts'
import styles from './lists.module.css'
import { mergeList } from './merge-list.ts'
import type { Draft } from './merge-list.ts'
import { ShareField } from './share-field.tsx'

type Edited = { name: string; shared: boolean; lines: EditedLine[] }

/** Changes a list: its name, who has it, its lines and their order. Nothing is saved before "Save". */
export function EditList({ list, onDone }: { list: ListWithLines; onDone: () => void }) {
  const { slug } = usePortal()
  const queryClient = useQueryClient()
  const [seen, setSeen] = useState(list)
  const [edited, setEdited] = useState(() => textsOf(list))
  const [told, setTold] = useState<{ by: string; what: string[] } | null>(null)
  const [said, setSaid] = useState('')
  const isChanged = JSON.stringify(edited) !== JSON.stringify(textsOf(seen))
  const set = (change: Partial<Edited>) => setEdited((before) => ({ ...before, ...change }))
  const lines = edited.lines
  const setLines = (next: EditedLine[]) => set({ lines: next })
  const move = (from: number, to: number) => {
    if (to < 0 || to >= lines.length) return
    setLines(lines.toSpliced(from, 1).toSpliced(to, 0, lines[from]!))
    setSaid(`${lines[from]!.name} is line ${to + 1} of ${lines.length} now.`)
  }

  /** Reads what the colleague saved, puts one's own changes on top, and says what is different. */
  const takeTheirs = async (mine: Draft) => {
    const theirs = await queryClient.fetchQuery({ ...listQuery(slug, list.id), staleTime: 0 })
    const merged = mergeList(draftOf(seen), mine, draftOf(theirs))
    setSeen(theirs)
    setEdited(textsOf(merged.draft))
    setTold({ by: theirs.changedBy ?? 'Somebody', what: merged.told })
  }
  const save = useSubmit(async () => {
    const draft = read(edited)
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
      setEdited(textsOf(data))
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error
      return takeTheirs(draft)
    }
    setTold(null)
    notify('The list is saved.')
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
      <ol className={styles.list} aria-label="Lines">
        {lines.map((line, at) => (
          <EditLine
            key={line.productId}
            line={line}
            isFirst={at === 0}
            isLast={at === lines.length - 1}
            error={(field) => save.fieldError(`${line.productId} ${field}`)}
            onChange={(change) => setLines(lines.with(at, { ...line, ...change }))}
            onMove={(by) => move(at, at + by)}
            onRemove={() => setLines(lines.toSpliced(at, 1))}
          />
        ))}
      </ol>
      <Problem error={save.problem()} />
      <Group mt="md">
        <Button loading={save.pending} disabled={!isChanged} onClick={() => void save.submit()}>
          Save
        </Button>
      </Group>
    </>
  )
}

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
      onPick={({ id, name, sku, minOrderQty }) => {
        onAdd({ productId: id, name, sku, quantity: String(minOrderQty), par: '' })
        setText('')
      }}
      onEnter={() => {}}
      searchKey={['portal', slug]}
      search={(typed, signal) => findProducts(slug, typed, signal)}
    />
  )
}

type Source = Omit<Draft, 'lines'> & { lines: readonly (Draft['lines'][number] & { sku?: string })[] }

function textsOf({ name, shared, lines }: Source): Edited {
  return {
    name,
    shared,
    lines: lines.map(({ productId, name: product, sku = '', qty, par }) => ({
      productId,
      name: product,
      sku,
      quantity: String(qty),
      par: par === null ? '' : String(par),
    })),
  }
}

function draftOf({ name, shared, lines }: ListWithLines): Draft {
  return {
    name,
    shared,
    lines: lines.map(({ productId, name: product, qty, par }) => ({ productId, name: product, qty, par })),
  }
}

/** Reads all that is typed. Throws what is wrong, at its field. */
function read({ name, shared, lines }: Edited): Draft {
  const problems: Record<string, string | undefined> = {
    name: name.trim() === '' ? 'Give the list a name.' : undefined,
  }
  const read = lines.map(({ productId, quantity, par, ...line }) => {
    const qty = parseQuantity(quantity)
    const wanted = par.trim() === '' ? { value: null } : parseQuantity(par)
    problems[`${productId} quantity`] = qty.problem
    problems[`${productId} par`] = 'problem' in wanted ? wanted.problem : undefined
    return { ...line, productId, qty: qty.value ?? 1, par: wanted.value ?? null }
  })
  throwProblems(problems)
  return { name: name.trim(), shared, lines: read }
}
