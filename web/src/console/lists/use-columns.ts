import { useLocalStorage } from '@mantine/hooks'
import type { ListWithViews } from '../../../../server/src/shared/limits.ts'
import type { Column } from '../../shared/list.ts'
import { useChangeSearch, useSearchParam } from '../../shared/search-params.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { applyChoice, columnsText, parseColumns } from './column-choice.ts'
import type { ChosenColumn } from './column-choice.ts'

/**
 * The columns of a list as somebody has chosen them: those in the address, as of a saved view; else those that this
 * person has last chosen in this browser; else all but the extra ones.
 */
export function useColumns<Row>(list: ListWithViews, columns: Column<Row>[]) {
  const { me } = useWorkspace()
  const [inAddress] = useSearchParam('columns')
  const [page] = useSearchParam('page')
  const changeSearch = useChangeSearch()
  const [kept, keep, forget] = useLocalStorage({
    key: `columns ${me.id} ${list}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  })
  const offered = columns.filter(({ isHeaderHidden }) => !isHeaderHidden)
  const usual = columns.filter(({ isExtra }) => !isExtra)
  const parsed = parseColumns(
    inAddress || kept,
    offered.map(({ key }) => key),
  )
  const isChosen = parsed.length > 0
  const chosen: ChosenColumn[] = isChosen
    ? parsed
    : usual.filter((column) => offered.includes(column)).map(({ key }) => ({ key }))
  const change = (next: readonly ChosenColumn[]) => {
    if (inAddress === '') keep(columnsText(next))
    else changeSearch({ columns: columnsText(next), page: page || undefined })
  }
  const widen = (key: string, width: number | undefined) =>
    change(chosen.map((one) => (one.key === key ? { key, ...(width && { width }) } : one)))
  return {
    offered: offered.map(({ key, header }) => ({ key, header })),
    isChosen,
    chosen,
    shown: isChosen ? applyChoice(columns, chosen) : usual,
    change,
    widen,
    reset: () => {
      forget()
      if (inAddress !== '') changeSearch({ columns: undefined, page: page || undefined })
    },
  }
}

export type ColumnsOfList = Omit<ReturnType<typeof useColumns>, 'shown'>
