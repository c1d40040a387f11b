import { getRouteApi } from '@tanstack/react-router'
import { useChangeSearch } from '../../shared/search-params.ts'
import { boundsOf } from './grid.ts'
import type { GridSelection } from './grid.ts'
import { readPasted } from './cells.ts'
import type { PastedRow } from './cells.ts'
import type { LinesQuery, PriceChange } from './queries.ts'
import { Text, Textarea, Kbd, Table, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { throwProblems } from '../../shared/form.tsx'
import { Dialog } from '../../shared/dialog.tsx'
import { api } from '../../shared/api.ts'
import { notify } from '../../shared/toasts.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { FilterFields, NO_FILTER, readFilter } from './filter-fields.tsx'
import { ForecastText, useForecast } from './forecast.tsx'
import { NO_REPRICING, RepricingFields, readRepricing } from './repricing-fields.tsx'
import { useSaver } from './saves.tsx'
import { counted } from '../../../../server/src/shared/counted.ts'
import { formatMoney } from '../../shared/money.tsx'
import { roundingText } from './words.ts'
import { MAX_CELLS } from '../../../../server/src/shared/limits.ts'

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

type AddLinesDialogProps = { opened: boolean; onClose: () => void; addRows: (rows: PastedRow[]) => Promise<void> }

/** Adds products by SKU, with or without their new prices. */
function AddLinesDialog({ opened, onClose, addRows }: AddLinesDialogProps) {
  const [text, setText] = useState('')
  const close = () => {
    setText('')
    onClose()
  }
  const add = async () => {
    // A column of figures is one of SKUs here.
    const pasted = readPasted(text, { mayBeValues: false })
    const rows = pasted.kind === 'skus' ? pasted.rows : []
    const problem = pasted.kind === 'unreadable' ? pasted.why : 'Write at least one SKU.'
    throwProblems({ text: rows.length === 0 ? problem : undefined })
    await addRows(rows)
  }
  return (
    <FormDialog opened={opened} onClose={close} title="Add lines" onSubmit={add}>
      {(fieldError) => (
        <>
          <Textarea
            label="SKUs and new prices"
            description="One product per line. The new price is in the next column, or after a comma; without one, the line starts at its list price."
            placeholder={'HOL-1042, 26.50\nHOL-1043'}
            rows={8}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={fieldError('text')}
          />
          <Text size="sm" c="dimmed">
            Rows that cannot be added are listed with the reason; the others are added.
          </Text>
        </>
      )}
    </FormDialog>
  )
}

const SHORTCUTS: [keys: string[], what: string][] = [
  [['↑', '↓', '←', '→'], 'Go to another cell'],
  [['Ctrl', '↓'], 'Go to the last line'],
  [['Page Down'], 'Go on by a page'],
  [['Shift', '↓'], 'Select more cells'],
  [['Ctrl', 'A'], 'Select everything'],
  [['Enter'], 'Edit the cell; take it and go down'],
  [['F2'], 'Edit the cell'],
  [['0', '…', '9'], 'Replace what is in the cell'],
  [['Esc'], 'Give up the edit'],
  [['Ctrl', 'D'], 'Fill down from the first selected line'],
  [['Ctrl', 'C'], 'Copy the selected cells'],
  [['Ctrl', 'V'], 'Paste prices from the cell on, or rows of SKU and price'],
  [['Delete'], 'Remove the selected lines'],
  [['Ctrl', 'Z'], 'Undo'],
  [['Ctrl', 'Y'], 'Redo'],
  [['?'], 'Show this list'],
]

/** The keys of the grid. */
function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Shortcuts">
      <Table aria-label="Shortcuts">
        <Table.Tbody>
          {SHORTCUTS.map(([keys, what]) => (
            <Table.Tr key={what}>
              <Table.Th scope="row" w={170} fw="normal">
                {keys.map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Th>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  )
}

type NewPricesDialogProps = { change: PriceChange; opened: boolean; onClose: () => void }

/** Sets new prices for all products that match a filter, in this draft. */
function NewPricesDialog({ change, opened, onClose }: NewPricesDialogProps) {
  const { slug, currency } = useWorkspace()
  const saver = useSaver()
  const [filter, setFilter] = useState(NO_FILTER)
  const [texts, setTexts] = useState(NO_REPRICING)
  const { repricing } = readRepricing(texts, currency)
  const { products, problems } = readFilter(filter, currency)
  const { shown, forecast, error } = useForecast(products, repricing, opened)
  const add = async () => {
    throwProblems({
      ...problems,
      change: repricing === null ? 'Say by how much, or choose what to round to.' : undefined,
    })
    const body = { products: products!, repricing: repricing!, expected: forecast!.matching }
    const done = await saver.act(async () => {
      const params = { path: { slug, id: change.id } }
      return (await api.POST('/app-api/console/{slug}/price-changes/{id}/new-prices', { params, body })).data
    })
    notify(`Set ${counted(done.changed, 'price')}, ${done.added.toLocaleString('en')} of them new.`)
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Add many"
      onSubmit={add}
      size="lg"
      disabled={products !== null && repricing !== null && !forecast}
    >
      {(fieldError) => (
        <>
          <FilterFields value={filter} onChange={setFilter} fieldError={fieldError} />
          <RepricingFields value={texts} onChange={setTexts} error={fieldError('change')} />
          <ForecastText shown={shown} repricing={repricing} error={error} />
        </>
      )}
    </FormDialog>
  )
}

type RepriceDialogProps = {
  change: PriceChange
  opened: boolean
  onClose: () => void
  filter: LinesQuery
  total: number
  selection: GridSelection
  selectedProducts: () => Promise<string[] | null>
}

/** Changes the prices of the selected lines, or of all that match: by a share or an amount, and rounded. */
function RepriceDialog(props: RepriceDialogProps) {
  const { change, opened, onClose, filter, total, selection } = props
  const { slug, currency } = useWorkspace()
  const saver = useSaver()
  const { firstRow, lastRow } = boundsOf(selection)
  const selected = lastRow - firstRow + 1
  const canSelect = selected > 1 && selected <= MAX_CELLS
  const [wanted, setWanted] = useState<'selected' | 'all' | null>(null)
  const which = canSelect ? (wanted ?? 'selected') : selected === 1 ? (wanted ?? 'all') : 'all'
  const [from, setFrom] = useState<'new' | 'current'>('new')
  const [texts, setTexts] = useState(NO_REPRICING)
  const { repricing } = readRepricing(texts, currency)
  const close = () => {
    setWanted(null)
    onClose()
  }
  const apply = async () => {
    throwProblems({ change: repricing === null ? 'Say by how much, or choose what to round to.' : undefined })
    const productIds = which === 'selected' ? await props.selectedProducts() : null
    const { q, show } = filter
    const lines = productIds ? { productIds } : { filter: { ...(q && { q }), ...(show && { show }) }, expected: total }
    const done = await saver.act(async () => {
      const params = { path: { slug, id: change.id } }
      const body = { lines, from, repricing: repricing! }
      return (await api.POST('/app-api/console/{slug}/price-changes/{id}/reprice', { params, body })).data
    })
    const high = done.tooHigh > 0 ? ` ${counted(done.tooHigh, 'price')} would be too high, and stayed.` : ''
    const round = repricing?.round && `, ${roundingText(repricing.round, (price) => formatMoney(price, currency))}`
    notify(`Changed ${counted(done.changed, 'price')}${round ?? ''}.${high}`)
  }
  return (
    <FormDialog opened={opened} onClose={close} title="Change prices" onSubmit={apply} size="lg">
      {(fieldError) => (
        <>
          <Radio.Group label="Lines" value={which} onChange={(value) => setWanted(value)}>
            <Stack gap={6} mt={4}>
              <Radio
                value="selected"
                disabled={!canSelect && selected !== 1}
                label={
                  selected === 1 ? 'The one that is selected' : `The ${selected.toLocaleString('en')} that are selected`
                }
              />
              <Radio value="all" label={`All ${total.toLocaleString('en')} that match`} />
            </Stack>
          </Radio.Group>
          <Radio.Group label="Of" value={from} onChange={(value) => setFrom(value)}>
            <Stack gap={6} mt={4}>
              <Radio value="new" label="The new price, as it is now" />
              <Radio value="current" label="The current list price" />
            </Stack>
          </Radio.Group>
          <RepricingFields value={texts} onChange={setTexts} error={fieldError('change')} />
        </>
      )}
    </FormDialog>
  )
}
