import {
  Button,
  createTheme,
  Group,
  MantineThemeProvider,
  ActionIcon,
  Checkbox,
  Popover,
  Radio,
  Stack,
  Text,
  Menu,
  TextInput,
} from '@mantine/core'
import {
  IconFilter,
  IconAdjustmentsHorizontal,
  IconArrowDown,
  IconArrowUp,
  IconMinus,
  IconPlus,
  IconBookmark,
  IconBookmarkFilled,
} from '@tabler/icons-react'
import { useSearch, useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { ReactNode, ComponentProps } from 'react'
import { SearchBox } from '../../shared/search-box.tsx'
import { parseSearch, stringifySearch } from '../../shared/search-params.ts'
import type { SearchTexts } from '../../shared/search-params.ts'
import { VIEW_NAME } from '../../../../server/src/shared/limits.ts'
import type { ListWithViews } from '../../../../server/src/shared/limits.ts'
import styles from './list-bar.module.css'
import type { ColumnsOfList } from './use-columns.ts'
import { DENSITIES, useDensity } from '../../shared/density.ts'
import type { Density } from '../../shared/density.ts'
import { MIN_WIDTH } from '../../shared/width-handle.tsx'
import { moved, columnsText } from './column-choice.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { notifyFailure, notifyWithUndo } from '../../shared/undo.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { viewsQuery } from './view-queries.ts'
import type { SavedView } from './view-queries.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { LabelledSwitch } from '../../shared/labelled-switch.tsx'
import { useTexts } from '../../shared/use-texts.ts'
import { throwProblems } from '../../shared/use-submit.ts'

type ListBarProps = {
  list: ListWithViews
  /** The name of the field that searches the list, where there is one. */
  searchLabel?: string
  columns: ColumnsOfList
  /** The parameters of the address that the filters set. */
  params?: readonly string[]
  /** Views that everybody has. */
  ownViews?: readonly ViewOfAll[]
  /** The filters, each a field with its label. */
  children?: ReactNode
}

/** What a filter offers may be wider than its chip. */
const CHIPS = createTheme({
  components: { Combobox: { defaultProps: { width: 'max-content', position: 'bottom-start' } } },
})

/** What a list is searched and filtered by, and how it looks, in one line. On a phone, a button shows the filters. */
export function ListBar({ list, searchLabel, columns, params = [], ownViews = [], children }: ListBarProps) {
  const search: SearchTexts = useSearch({ strict: false })
  const [opened, setOpened] = useState(false)
  const id = useId()
  const set = params.filter((name) => search[name]).length
  return (
    <div className={styles.bar}>
      {searchLabel && <SearchBox label={searchLabel} />}
      {children && (
        <>
          <Button
            className={styles.open}
            variant="default"
            size="xs"
            leftSection={<IconFilter size={14} aria-hidden />}
            aria-expanded={opened}
            aria-controls={id}
            onClick={() => setOpened(!opened)}
          >
            Filters{set > 0 && ` (${set})`}
          </Button>
          <div id={id} className={styles.filters} data-opened={opened || undefined}>
            <MantineThemeProvider theme={CHIPS}>{children}</MantineThemeProvider>
          </div>
        </>
      )}
      <Group gap={6} wrap="nowrap" ml="auto">
        <ViewsMenu list={list} columns={columns} params={params} ownViews={ownViews} />
        <DisplayMenu columns={columns} />
      </Group>
    </div>
  )
}

const DENSITY_LABEL: Record<Density, string> = { compact: 'Compact', comfortable: 'Comfortable' }
/** By how much a column becomes wider or narrower, in pixels; and what one has that was as wide as its content. */
const STEP = 40
const USUAL = 160

/** How a list looks: the height of its rows; which columns it has, in which order, and how wide they are. */
function DisplayMenu({ columns }: { columns: ColumnsOfList }) {
  const [density, setDensity] = useDensity()
  return (
    <Popover position="bottom-end" trapFocus returnFocus withinPortal={false}>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          visibleFrom="sm"
          leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden />}
        >
          Display
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Display">
        <Stack gap="xs">
          <Radio.Group label="Rows" size="xs" value={density} onChange={(value) => setDensity(value as Density)}>
            <Group gap="md" mt={4}>
              {DENSITIES.map((one) => (
                <Radio key={one} size="xs" value={one} label={DENSITY_LABEL[one]} />
              ))}
            </Group>
          </Radio.Group>
          <div role="group" aria-label="Columns">
            <Text size="xs" fw={500} aria-hidden>
              Columns
            </Text>
            <ColumnChoices columns={columns} />
          </div>
          <Button variant="default" size="xs" onClick={columns.reset}>
            Reset columns
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function ColumnChoices({ columns }: { columns: ColumnsOfList }) {
  const { offered, chosen, change, widen } = columns
  const keys = new Set(chosen.map(({ key }) => key))
  const headerOf = (wanted: string) => offered.find(({ key }) => key === wanted)!.header
  return (
    <>
      {chosen.map(({ key, width = USUAL }, at) => {
        const header = headerOf(key)
        const isFirst = at === 0
        return (
          <Group key={key} wrap="nowrap" gap={2} mih={28}>
            <Checkbox
              size="xs"
              flex={1}
              miw="9rem"
              label={header}
              checked
              disabled={chosen.length === 1}
              onChange={() => change(chosen.filter((one) => one.key !== key))}
            />
            <Step
              label={`Narrow ${header}`}
              icon={IconMinus}
              onClick={() => widen(key, Math.max(MIN_WIDTH, width - STEP))}
            />
            <Step label={`Widen ${header}`} icon={IconPlus} onClick={() => widen(key, width + STEP)} />
            <Step
              label={`Move ${header} back`}
              icon={IconArrowUp}
              disabled={isFirst}
              onClick={() => change(moved(chosen, key, -1))}
            />
            <Step
              label={`Move ${header} on`}
              icon={IconArrowDown}
              disabled={at === chosen.length - 1}
              onClick={() => change(moved(chosen, key, 1))}
            />
          </Group>
        )
      })}
      {offered
        .filter(({ key }) => !keys.has(key))
        .map(({ key, header }) => (
          <Group key={key} mih={28}>
            <Checkbox size="xs" label={header} checked={false} onChange={() => change([...chosen, { key }])} />
          </Group>
        ))}
    </>
  )
}

type StepProps = { label: string; icon: typeof IconPlus } & Pick<ComponentProps<'button'>, 'disabled' | 'onClick'>

function Step({ label, icon: Icon, ...button }: StepProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size={24} aria-label={label} {...button}>
      <Icon size={14} aria-hidden />
    </ActionIcon>
  )
}

type ViewsMenuProps = {
  list: ListWithViews
  columns: ColumnsOfList
  /** The parameters of the address that the filters set. */
  params: readonly string[]
  ownViews: readonly ViewOfAll[]
}

/** A view that everybody has: what the address of the list says. */
type ViewOfAll = { name: string; search: SearchTexts }

/**
 * The saved views of a list, to open, save and change. A view is what the address of the list says: filters, order and
 * columns. The address also names the view, which stays the present one while somebody filters further.
 */
function ViewsMenu({ list, columns, params, ownViews }: ViewsMenuProps) {
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
