import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { SAVED_LIST_NAME } from '../../../../server/src/shared/limits.ts'
import { ApiError, api } from '../../shared/api.ts'
import { LeaveGuard } from '../../shared/leave-guard.tsx'
import { Problem } from '../../shared/problem.tsx'
import { notify } from '../../shared/toasts.ts'
import { useSubmit } from '../../shared/use-submit.ts'
import { PageBar } from '../page-bar.tsx'
import { usePortal } from '../portal-context.tsx'
import { AddProduct } from './add-product.tsx'
import { EditLine } from './edit-line.tsx'
import { draftOf, readEdited, textsOf } from './edited-list.ts'
import type { EditedLine, EditedList } from './edited-list.ts'
import { listQuery } from './list-queries.ts'
import type { ListWithLines } from './list-queries.ts'
import styles from './lists.module.css'
import { mergeList } from './merge-list.ts'
import { ShareField } from './share-field.tsx'

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
    setSaid(`${lines[at]!.name} is removed.`)
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
      <ol className={styles.list} aria-label="Lines" ref={rows}>
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
