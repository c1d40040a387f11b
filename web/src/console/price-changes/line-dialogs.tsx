import { getRouteApi } from '@tanstack/react-router'
import { useChangeSearch } from '../../shared/search-params.ts'
import { AddLinesDialog } from './add-lines-dialog.tsx'
import type { GridSelection } from './grid-selection.ts'
import { NewPricesDialog } from './new-prices-dialog.tsx'
import type { PastedRow } from './pasted-cells.ts'
import type { LinesQuery, PriceChange } from './queries.ts'
import { RepriceDialog } from './reprice-dialog.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

const route = getRouteApi('/w/$slug/price-changes/$id')

type LineDialogsProps = {
  change: PriceChange
  filter: LinesQuery
  total: number
  selection: GridSelection
  isEditable: boolean
  acts: {
    addRows: (rows: PastedRow[]) => Promise<void>
    selectedProducts: () => Promise<string[] | null>
  }
}

/** The dialogs of the tab; which one is open is in the address. */
export function LineDialogs({ change, filter, total, selection, isEditable, acts }: LineDialogsProps) {
  const { dialog } = route.useSearch()
  const changeSearch = useChangeSearch()
  const onClose = () => changeSearch({ dialog: undefined })
  const opened = (name: string) => dialog === name
  return (
    <>
      <ShortcutsDialog opened={opened('shortcuts')} onClose={onClose} />
      {isEditable && (
        <>
          <AddLinesDialog opened={opened('add-lines')} onClose={onClose} addRows={acts.addRows} />
          <NewPricesDialog change={change} opened={opened('new-prices')} onClose={onClose} />
          <RepriceDialog
            change={change}
            opened={opened('reprice')}
            onClose={onClose}
            filter={filter}
            total={total}
            selection={selection}
            selectedProducts={acts.selectedProducts}
          />
        </>
      )}
    </>
  )
}
