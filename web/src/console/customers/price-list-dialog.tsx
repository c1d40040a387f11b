import { Radio, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { isDay } from '../../../../server/src/shared/read-day.ts'
import { api } from '../../shared/api.ts'
import { DateInput } from '../../shared/date-input.tsx'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { SearchSelect } from '../../shared/search-select.tsx'
import type { Choice } from '../../shared/search-select.tsx'
import { throwProblems } from '../../shared/form.tsx'
import { searchGroups } from '../choices.ts'
import { CustomerPicker } from '../products/customer-picker.tsx'
import type { PickedCustomer } from '../products/customer-picker.tsx'
import { useWorkspace } from '../workspace-context.tsx'

const FORMATS = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'Excel' },
  { value: 'pdf', label: 'PDF' },
] as const

type Format = (typeof FORMATS)[number]['value']

type PriceListDialogProps = {
  /** Whose price list it is; without one, customers are chosen, and their lists come in one ZIP file. */
  customerId?: string
  onClose: () => void
}

/** Asks for the day and the kind of price lists, then downloads them. */
export function PriceListDialog({ customerId, onClose }: PriceListDialogProps) {
  const { slug } = useWorkspace()
  const [date, setDate] = useState('')
  const [format, setFormat] = useState<Format>('xlsx')
  const [category, setCategory] = useState<Choice | null>(null)
  const [isChosen, setIsChosen] = useState(false)
  const [picked, setPicked] = useState<PickedCustomer[]>([])
  const download = async () => {
    throwProblems({
      date: date !== '' && !isDay(date) ? 'Write a date.' : undefined,
      customers: !customerId && isChosen && picked.length === 0 ? 'Choose a customer.' : undefined,
    })
    const customers = customerId ?? (isChosen ? picked.map(({ id }) => id).join(',') : '')
    const query = { format, ...(date && { date }), ...(category && { category: category.value }) }
    const named = { ...query, ...(customers && { customers }) }
    // What is refused is said here: a link would make a file of it.
    await api.GET('/app-api/console/{slug}/customers/price-lists/size', { params: { path: { slug }, query: named } })
    const base = `/app-api/console/${slug}/customers`
    location.assign(
      customerId
        ? `${base}/${customerId}/price-list?${new URLSearchParams(query)}`
        : `${base}/price-lists?${new URLSearchParams(named)}`,
    )
  }
  return (
    <FormDialog
      title={customerId ? 'Price list of a day' : 'Price lists'}
      submitLabel="Download"
      onSubmit={download}
      onClose={onClose}
    >
      {(fieldError) => (
        <Stack gap="md">
          <DateInput
            label="As of"
            description="The prices at the start of that day. Leave blank for today's prices. Products and their names are always those of today."
            value={date}
            onChange={setDate}
            error={fieldError('date')}
          />
          <Select
            label="Format"
            data={FORMATS}
            value={format}
            onChange={(chosen) => chosen && setFormat(chosen as Format)}
            allowDeselect={false}
          />
          <SearchSelect
            label="Category"
            placeholder="All"
            value={category}
            onChange={setCategory}
            searchKey={['console', slug, 'category', 'choices']}
            search={(text, signal) => searchGroups(slug, 'category', text, signal)}
            error={fieldError('category')}
          />
          {!customerId && (
            <>
              <Radio.Group
                label="Customers"
                value={isChosen ? 'chosen' : 'all'}
                onChange={(value) => setIsChosen(value === 'chosen')}
                error={isChosen ? undefined : fieldError('customers')}
              >
                <Stack gap="xs" mt="xs">
                  <Radio value="all" label="All active customers" />
                  <Radio value="chosen" label="Chosen customers" />
                </Stack>
              </Radio.Group>
              {isChosen && (
                <CustomerPicker
                  label="Chosen customers"
                  none="No customer is chosen."
                  picked={picked}
                  onChange={setPicked}
                  error={fieldError('customers')}
                />
              )}
              <Text size="sm" c="dimmed">
                One ZIP file with a price list for each: up to 1,000 customers, and 2,000,000 rows, or 100,000 as PDF.
              </Text>
            </>
          )}
        </Stack>
      )}
    </FormDialog>
  )
}
