import { Button, Menu, Stack, Text, TextInput } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { COUNTED_VIEWS, VIEW_NAME } from '../../../../server/src/shared/limits.ts'
import type { ListWithViews } from '../../../../server/src/shared/limits.ts'
import { api } from '../../shared/api.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { LabelledSwitch } from '../../shared/labelled-switch.tsx'
import tabs from '../../shared/link-tabs.module.css'
import { parseSearch, stringifySearch } from '../../shared/search-params.ts'
import type { SearchTexts } from '../../shared/search-params.ts'
import { notifyFailure, notifyWithUndo } from '../../shared/toasts.tsx'
import { throwProblems, useTexts } from '../../shared/form.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { columnsText } from './column-choice.ts'
import { DisplayMenu } from './list-bar.tsx'
import type { ColumnsOfList } from './use-columns.ts'
import { viewsQuery } from './view-queries.ts'
import type { SavedView } from './view-queries.ts'
import styles from './list-bar.module.css'

/** A view of a list: what its address says, and how many it shows, where that is known. */
export type CountedView = { key: string; name: string; search: SearchTexts; count: string | undefined }

/** How long a count of a view is taken as it is, in milliseconds. */
const FRESH_MS = 60_000

type View = Omit<CountedView, 'count'>

/**
 * The views of a list, the first ones with their counts: `first`, then those that were saved.
 * @param countOf tells how many the list has at an address
 */
export function useCountedViews(
  list: ListWithViews,
  countOf: (search: SearchTexts) => Promise<number>,
  first: readonly View[] = [],
): CountedView[] {
  const { slug } = useWorkspace()
  const { data: saved = [] } = useQuery(viewsQuery(slug, list))
  const views: View[] = [
    ...first,
    ...saved.map(({ id, name, query }) => ({ key: id, name, search: { ...parseSearch(query), view: id } })),
  ]
  const counts = useQueries({
    queries: views.slice(0, COUNTED_VIEWS).map(({ search }) => ({
      queryKey: ['console', slug, list, 'view', search],
      queryFn: () => countOf(search),
      staleTime: FRESH_MS,
    })),
  })
  return views.map((view, at) => ({ ...view, count: counts[at]?.data?.toLocaleString('en') }))
}

type ViewTabsProps = {
  list: ListWithViews
  views: readonly CountedView[]
  columns: ColumnsOfList
  /** The parameters of the address that the search and the filters set. */
  params: readonly string[]
  /** What else is said of the list. */
  children?: ReactNode
}

/**
 * The views of a list as tabs, and how the list looks. A view is what the address says: filters, order and columns. The
 * address also names a saved one, which stays the present one while somebody filters further.
 */
export function ViewTabs({ list, views, columns, params, children }: ViewTabsProps) {
  const search: SearchTexts = useSearch({ strict: false })
  const isPresent = (view: SearchTexts) =>
    (view['view'] ?? '') === (search['view'] ?? '') &&
    (view['view'] !== undefined || ['q', ...params].every((name) => (view[name] ?? '') === (search[name] ?? '')))
  return (
    <div className={`${styles.line} no-print`} data-empty={(views.length === 0 && !children) || undefined}>
      <nav aria-label="Views" className={`${tabs.tabs} ${styles.tabs}`}>
        {[{ key: '', name: 'All', search: {}, count: undefined }, ...views].map(({ key, name, search: to, count }) => (
          <Link
            key={key}
            to="."
            search={to}
            // The router would call each of them the present one: they have the same path.
            activeProps={{ 'aria-current': isPresent(to) ? 'page' : undefined }}
          >
            {name}
            {count !== undefined && <span className={styles.count}> {count}</span>}
          </Link>
        ))}
      </nav>
      {children}
      <ViewsMenu list={list} columns={columns} params={params} />
      <DisplayMenu columns={columns} />
    </div>
  )
}

/** Saves, changes and deletes views. */
function ViewsMenu({ list, columns, params }: Omit<ViewTabsProps, 'views'>) {
  const { slug, reasonNot } = useWorkspace()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const search: SearchTexts = useSearch({ strict: false })
  const { data: views = [] } = useQuery(viewsQuery(slug, list))
  const [dialog, setDialog] = useState<'save' | 'change' | null>(null)
  const present = views.find(({ id }) => id === search['view'])
  const cannot = reasonNot('read')
  const names = ['q', ...params, 'sort', 'columns']
  const only = (texts: SearchTexts) => Object.fromEntries(names.map((name) => [name, texts[name]]))
  const refresh = () => queryClient.invalidateQueries({ queryKey: viewsQuery(slug, list).queryKey })
  const save = async (body: { name: string; isShared: boolean; query: string }) => {
    const { data } =
      dialog === 'change'
        ? await api.PUT('/app-api/console/{slug}/views/{id}', { params: { path: { slug, id: present!.id } }, body })
        : await api.POST('/app-api/console/{slug}/views', { params: { path: { slug } }, body: { ...body, list } })
    await refresh()
    void navigate({ to: '.', search: (current: SearchTexts) => ({ ...current, view: data.id }), replace: true })
  }
  const remove = async ({ id, name, isShared, query }: SavedView) => {
    await api.DELETE('/app-api/console/{slug}/views/{id}', { params: { path: { slug, id } } })
    void navigate({ to: '.', search: (current: SearchTexts) => ({ ...current, view: undefined }), replace: true })
    notifyWithUndo(`The view “${name}” was deleted.`, async () => {
      const body = { list, name, isShared, query }
      await api.POST('/app-api/console/{slug}/views', { params: { path: { slug } }, body })
      await refresh()
    })
    await refresh()
  }
  const query = stringifySearch({ ...only(search), columns: columns.isChosen ? columnsText(columns.chosen) : '' })
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" size="xs" leftSection={<IconBookmark size={14} aria-hidden />}>
            Views
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={cannot !== null} title={cannot ?? undefined} onClick={() => setDialog('save')}>
            Save view
          </Menu.Item>
          {present?.isOwn && (
            <Menu.Item disabled={cannot !== null} onClick={() => setDialog('change')}>
              Change view
            </Menu.Item>
          )}
          {present?.canRemove && (
            <Menu.Item
              c="var(--mantine-color-error)"
              disabled={cannot !== null}
              onClick={() => void remove(present).catch(notifyFailure)}
            >
              Delete view
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog && (
        <SaveViewDialog
          title={dialog === 'save' ? 'Save view' : 'Change view'}
          view={dialog === 'change' ? present : undefined}
          onSave={(named) => save({ ...named, query: query.slice(1) })}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

type SaveViewDialogProps = {
  title: string
  /** The view that is changed; none for a new one. */
  view: SavedView | undefined
  onSave: (named: { name: string; isShared: boolean }) => Promise<void>
  onClose: () => void
}

/** Names what the list shows at present, to come back to it. */
function SaveViewDialog({ title, view, onSave, onClose }: SaveViewDialogProps) {
  const { texts, field } = useTexts({ name: view?.name ?? '' })
  const [isShared, setShared] = useState(view?.isShared ?? false)
  const save = async () => {
    throwProblems({ name: texts.name.trim() === '' ? 'Write a name for the view.' : undefined })
    await onSave({ name: texts.name, isShared })
  }
  return (
    <FormDialog title={title} onSubmit={save} onClose={onClose}>
      {(fieldError) => (
        <Stack gap="sm">
          <Text size="sm">The filters, the order and the columns are saved as the list shows them now.</Text>
          <TextInput label="Name" {...field('name', fieldError)} maxLength={VIEW_NAME} autoComplete="off" required />
          <LabelledSwitch
            label="Share with colleagues"
            description="All of the staff see it in their lists. Only you change it."
            checked={isShared}
            onChange={({ currentTarget: { checked } }) => setShared(checked)}
          />
        </Stack>
      )}
    </FormDialog>
  )
}
