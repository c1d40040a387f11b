import {
  Button,
  Checkbox,
  createTheme,
  Group,
  MantineThemeProvider,
  Popover,
  Radio,
  Stack,
  Text,
  VisuallyHidden,
} from '@mantine/core'
import { IconAdjustmentsHorizontal, IconFilter } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { DragEvent, KeyboardEvent, ReactNode } from 'react'
import { SearchBox } from '../../shared/search-box.tsx'
import type { SearchTexts } from '../../shared/search-params.ts'
import { DENSITIES, useDensity } from '../../shared/data-table.tsx'
import type { Density } from '../../shared/data-table.tsx'
import { LiveRegion } from '../../shared/empty.tsx'
import { moved } from './column-choice.ts'
import styles from './list-bar.module.css'
import type { ColumnsOfList } from './use-columns.ts'

type ListBarProps = {
  /** The name of the field that searches the list, where there is one. */
  searchLabel?: string
  /** The parameters of the address that the filters set. */
  params?: readonly string[]
  /** The filters, each a field with its label. */
  children?: ReactNode
  /** Further filters, shown on demand, and the parameters that they set. */
  more?: { params: readonly string[]; filters: ReactNode }
}

/** What a filter offers may be wider than its chip. */
const CHIPS = createTheme({
  components: { Combobox: { defaultProps: { width: 'max-content', position: 'bottom-start' } } },
})

/** What a list is searched and filtered by, in one line. On a phone, a button shows the filters. */
export function ListBar({ searchLabel, params = [], children, more }: ListBarProps) {
  const search: SearchTexts = useSearch({ strict: false })
  const [opened, setOpened] = useState(false)
  const id = useId()
  const countOf = (names: readonly string[]) => names.filter((name) => search[name]).length
  const furtherSet = countOf(more?.params ?? [])
  const [wantsMore, setWantsMore] = useState(false)
  const set = countOf(params) + furtherSet
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
            <MantineThemeProvider theme={CHIPS}>
              {children}
              {more && (
                <>
                  <Button
                    variant="default"
                    size="xs"
                    radius="xl"
                    aria-expanded={wantsMore || furtherSet > 0}
                    onClick={() => setWantsMore(!wantsMore)}
                    disabled={furtherSet > 0}
                  >
                    More filters
                  </Button>
                  {(wantsMore || furtherSet > 0) && more.filters}
                </>
              )}
            </MantineThemeProvider>
          </div>
        </>
      )}
    </div>
  )
}

const DENSITY_LABEL: Record<Density, string> = { compact: 'Compact', comfortable: 'Comfortable' }

/** How a list looks: the height of its rows; which columns it has, and in which order. */
export function DisplayMenu({ columns }: { columns: ColumnsOfList }) {
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
            <Text size="xs" fw={600} aria-hidden>
              Columns
            </Text>
            <ColumnChoices columns={columns} />
            <Text size="xs" c="dimmed" mt={4} maw={260}>
              Drag one to another place, or press Alt and an arrow. One that is ticked anew becomes the last.
            </Text>
          </div>
          <Button variant="default" size="xs" onClick={columns.reset}>
            Reset columns
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

const STEPS: Record<string, 1 | -1> = { ArrowUp: -1, ArrowDown: 1 }

function ColumnChoices({ columns }: { columns: ColumnsOfList }) {
  const { offered, chosen, change } = columns
  const [dragged, setDragged] = useState<string | null>(null)
  const [said, say] = useState('')
  const keys = new Set(chosen.map(({ key }) => key))
  const headerOf = (wanted: string) => offered.find(({ key }) => key === wanted)!.header
  const placeOf = (wanted: string) => chosen.findIndex(({ key }) => key === wanted)
  const move = (key: string, by: number) => {
    const next = moved(chosen, key, by)
    change(next)
    say(`${headerOf(key)}: column ${next.findIndex((one) => one.key === key) + 1} of ${next.length}.`)
  }
  const onKeyDown = (event: KeyboardEvent, key: string) => {
    const by = STEPS[event.key]
    if (!event.altKey || by === undefined) return
    event.preventDefault()
    move(key, by)
  }
  const onDragOver = (event: DragEvent, key: string) => {
    if (dragged === null) return
    event.preventDefault()
    if (dragged !== key) move(dragged, placeOf(key) - placeOf(dragged))
  }
  return (
    <>
      {chosen.map(({ key }) => (
        <div
          key={key}
          className={styles.column}
          data-dragged={dragged === key || undefined}
          draggable
          onDragStart={() => setDragged(key)}
          onDragEnd={() => setDragged(null)}
          onDragOver={(event) => onDragOver(event, key)}
        >
          <Checkbox
            size="xs"
            label={headerOf(key)}
            checked
            disabled={chosen.length === 1}
            onChange={() => change(chosen.filter((one) => one.key !== key))}
            onKeyDown={(event) => onKeyDown(event, key)}
          />
        </div>
      ))}
      {offered
        .filter(({ key }) => !keys.has(key))
        .map(({ key, header }) => (
          <Group key={key} mih={28}>
            <Checkbox size="xs" label={header} checked={false} onChange={() => change([...chosen, { key }])} />
          </Group>
        ))}
      <LiveRegion>{said && <VisuallyHidden>{said}</VisuallyHidden>}</LiveRegion>
    </>
  )
}
