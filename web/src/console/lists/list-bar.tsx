import { Button, createTheme, Group, MantineThemeProvider } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { SearchBox } from '../../shared/search-box.tsx'
import type { SearchTexts } from '../../shared/search-params.ts'
import type { ListWithViews } from '../../../../server/src/shared/console-lists.ts'
import { DisplayMenu } from './display-menu.tsx'
import styles from './list-bar.module.css'
import type { ColumnsOfList } from './use-columns.ts'
import { ViewsMenu } from './views-menu.tsx'
import type { ViewOfAll } from './views-menu.tsx'

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
