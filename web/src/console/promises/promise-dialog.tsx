import { Button, Group, Radio, Stack, Textarea } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PROMISE_LIMITS } from '../../../../server/src/rules/limits.ts'
import { api } from '../../shared/api.ts'
import { DateInput } from '../../shared/date-input.tsx'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { MoneyInput } from '../../shared/money.tsx'
import { SearchSelect } from '../../shared/search-select.tsx'
import { notify } from '../../shared/toasts.ts'
import { throwProblems } from '../../shared/use-submit.ts'
import { searchCustomers } from '../choices.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { bodyOf, emptyLine, MOST_LINES, problemsOf, textOf } from './promise-form.ts'
import type { LineText, PromiseText } from './promise-form.ts'
import { PromiseLine } from './promise-line.tsx'
import { promisesKey } from './promise-queries.ts'
import type { PricePromise } from './promise-queries.ts'

type PromiseDialogProps = { promise?: PricePromise; begin?: Partial<PromiseText>; onClose: () => void }

const EMPTY: PromiseText = { customer: null, kind: 'lines', lines: [emptyLine(0)], total: '', untilOn: '', note: '' }

/** Makes a promise, or changes one. */
export function PromiseDialog({ promise, begin, onClose }: PromiseDialogProps) {
  const { slug, currency } = useWorkspace()
  const queryClient = useQueryClient()
  const [text, setText] = useState<PromiseText>(() => (promise ? textOf(promise, currency) : { ...EMPTY, ...begin }))
  const set = (changes: Partial<PromiseText>) => setText((current) => ({ ...current, ...changes }))
  const setLine = (key: number) => (changes: Partial<LineText>) =>
    set({ lines: text.lines.map((line) => (line.key === key ? { ...line, ...changes } : line)) })
  const save = async () => {
    throwProblems(problemsOf(text, currency))
    const body = bodyOf(text, currency)
    const call = promise
      ? api.PUT('/app-api/console/{slug}/promises/{id}', {
          params: { path: { slug, id: promise.id } },
          body: { ...body, version: promise.version },
        })
      : api.POST('/app-api/console/{slug}/promises', { params: { path: { slug } }, body })
    await (call as Promise<unknown>).finally(() => queryClient.invalidateQueries({ queryKey: promisesKey(slug) }))
    notify(promise ? 'The promise is changed.' : 'The promise is added.')
  }
  const hasTotal = text.kind === 'total'
  return (
    <FormDialog
      onClose={onClose}
      title={promise ? 'Change promise' : 'Add promise'}
      {...(promise && { submitLabel: 'Change' })}
      onSubmit={save}
      size="xl"
    >
      {(fieldError) => (
        <Stack gap="sm">
          <SearchSelect
            label="Customer"
            required
            value={text.customer}
            onChange={(customer) => set({ customer })}
            searchKey={['console', slug, 'customers', 'choices']}
            search={(typed, signal) => searchCustomers(slug, typed, signal)}
            placeholder="Name or account code"
            error={fieldError('customer')}
          />
          <Radio.Group
            label="What is promised"
            value={text.kind}
            onChange={(kind) => set({ kind: kind as PromiseText['kind'] })}
          >
            <Group gap="xs" mt={4}>
              <Radio value="lines" label="A price for each product" />
              <Radio value="total" label="A total for a basket" />
            </Group>
          </Radio.Group>
          {text.lines.map((line, i) => (
            <PromiseLine
              key={line.key}
              line={line}
              number={i + 1}
              hasPrice={!hasTotal}
              change={setLine(line.key)}
              remove={
                text.lines.length > 1
                  ? () => set({ lines: text.lines.filter(({ key }) => key !== line.key) })
                  : undefined
              }
              error={(field) => fieldError(`lines.${i}.${field}`)}
            />
          ))}
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={text.lines.length >= MOST_LINES}
            onClick={() =>
              set({ lines: [...text.lines, emptyLine(Math.max(...text.lines.map(({ key }) => key)) + 1)] })
            }
            style={{ alignSelf: 'start' }}
          >
            Add line
          </Button>
          {hasTotal && (
            <MoneyInput
              label="Total"
              description="The most that all of this costs together"
              required
              currency={currency}
              max={1_000_000_000_000}
              value={text.total}
              onChange={(total) => set({ total })}
              error={fieldError('total')}
            />
          )}
          <DateInput
            label="Until"
            required
            description="The last day, included"
            value={text.untilOn}
            onChange={(untilOn) => set({ untilOn })}
            error={fieldError('untilOn')}
          />
          <Textarea
            label="Note"
            autosize
            maxLength={PROMISE_LIMITS.note}
            value={text.note}
            onChange={(event) => set({ note: event.currentTarget.value })}
            error={fieldError('note')}
          />
        </Stack>
      )}
    </FormDialog>
  )
}
