import { Button, Menu, Text } from '@mantine/core'
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { parseSearch, stringifySearch } from '../../shared/search-params.ts'
import type { SearchTexts } from '../../shared/search-params.ts'
import { notifyFailure, notifyWithUndo } from '../../shared/undo.tsx'
import type { ListWithViews } from '../../../../server/src/shared/console-lists.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { columnsText } from './column-choice.ts'
import { SaveViewDialog } from './save-view-dialog.tsx'
import type { ColumnsOfList } from './use-columns.ts'
import { viewsQuery } from './view-queries.ts'
import type { SavedView } from './view-queries.ts'

type ViewsMenuProps = {
  list: ListWithViews
  columns: ColumnsOfList
  /** The parameters of the address that the filters set. */
  params: readonly string[]
  ownViews: readonly ViewOfAll[]
}

/** A view that everybody has: what the address of the list says. */
export type ViewOfAll = { name: string; search: SearchTexts }

/**
 * The saved views of a list, to open, save and change. A view is what the address of the list says: filters, order and
 * columns. The address also names the view, which stays the present one while somebody filters further.
 */
export function ViewsMenu({ list, columns, params, ownViews }: ViewsMenuProps) {
  const { slug, reasonNot } = useWorkspace()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const search: SearchTexts = useSearch({ strict: false })
  const { data: views = [] } = useQuery(viewsQuery(slug, list))
  const [dialog, setDialog] = useState<'save' | 'change' | null>(null)
  const present = views.find(({ id }) => id === search['view'])
  const Bookmark = present ? IconBookmarkFilled : IconBookmark
  const cannot = reasonNot('write')
  const names = ['q', ...params, 'sort', 'columns']
  const only = (texts: SearchTexts) => Object.fromEntries(names.map((name) => [name, texts[name]]))
  const open = (view?: SavedView) =>
    void navigate({ to: '.', search: view ? { ...only(parseSearch(view.query)), view: view.id } : {} })
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
    notifyWithUndo(`The view “${name}” is deleted.`, async () => {
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
          <Button variant="default" title={present?.name} size="xs" leftSection={<Bookmark size={14} aria-hidden />}>
            Views
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => open()}>All</Menu.Item>
          {ownViews.map(({ name, search: texts }) => (
            <Menu.Item key={name} onClick={() => void navigate({ to: '.', search: texts })}>
              {name}
            </Menu.Item>
          ))}
          {views.map((view) => (
            <Menu.Item
              key={view.id}
              onClick={() => open(view)}
              {...(view === present && { 'aria-current': 'true', fw: 600 })}
              {...(!view.isOwn && { rightSection: <Text size="xs">{view.by}</Text> })}
            >
              {view.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
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
