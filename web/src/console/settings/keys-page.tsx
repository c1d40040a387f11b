import { Anchor, Badge, Button, Group, Stack, Text, Select, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import type { Column } from '../../shared/list.ts'
import { ConfirmDialog, FormDialog } from '../../shared/form-dialog.tsx'
import { DataTable } from '../../shared/data-table.tsx'
import { formatDate } from '../../shared/dates.ts'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { Empty } from '../../shared/empty.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { useSearchParam } from '../../shared/search-params.ts'
import { notify } from '../../shared/toasts.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { OwnersOnly } from './owners-only.tsx'
import { keysQuery } from './settings-queries.ts'
import { Dialog } from '../../shared/dialog.tsx'
import { TextToCopy } from '../../shared/clipboard.tsx'

type ApiKey = components['schemas']['ApiKey']

/** The keys that programs use for the API. */
export function KeysPage() {
  const { may } = useWorkspace()
  if (may('keys')) return <Keys />
  return (
    <OwnersOnly title="API keys" act="Create key">
      With an API key, a program such as an ERP keeps the catalogue in step. An owner creates and revokes keys.
    </OwnersOnly>
  )
}

function Keys() {
  const { slug, plan, reasonNot } = useWorkspace()
  const { data: keys, error, refetch } = useQuery(keysQuery(slug))
  const [dialog, openDialog] = useSearchParam('dialog')
  const [created, setCreated] = useState<string | null>(null)
  const [ending, setEnding] = useState<ApiKey | null>(null)
  const [failing, setFailing] = useState<ApiKey | null>(null)
  const queryClient = useQueryClient()
  const revoke = async ({ id, name }: ApiKey) => {
    await api.DELETE('/app-api/console/{slug}/keys/{id}', { params: { path: { slug, id } } })
    notify(`The key “${name}” was revoked.`)
    await queryClient.invalidateQueries({ queryKey: keysQuery(slug).queryKey })
  }
  return (
    <Page
      title="API keys"
      description={
        <>
          With a key, a program such as an ERP keeps the catalogue in step.{' '}
          <Anchor href="/docs" underline="always">
            What the API can do
          </Anchor>
        </>
      }
      actions={
        <GuardedButton
          reason={reasonNot('keys') ?? (plan === 'demo' ? 'A demo has no API keys.' : null)}
          onClick={() => openDialog('create')}
        >
          Create key
        </GuardedButton>
      }
    >
      <Problem error={error} retry={() => void refetch()} />
      <DataTable
        label="API keys"
        rows={keys}
        rowKey={({ id }) => id}
        columns={useColumns(setEnding, setFailing)}
        empty={<Empty title="No program has a key yet">Create one, and the curl line that tries it.</Empty>}
      />
      <CreateKeyDialog opened={dialog === 'create'} onClose={() => openDialog(null)} onCreated={setCreated} />
      <NewKey secret={created} onClose={() => setCreated(null)} />
      {failing && <FailedCallsDialog apiKey={failing} onClose={() => setFailing(null)} />}
      <ConfirmDialog
        opened={ending !== null}
        onClose={() => setEnding(null)}
        title={`Revoke “${ending?.name}”?`}
        effect="Programs that use this key are refused at once. It cannot be brought back."
        confirmLabel="Revoke"
        danger
        onConfirm={() => revoke(ending!)}
      />
    </Page>
  )
}

function useColumns(onRevoke: (key: ApiKey) => void, onFailed: (key: ApiKey) => void): Column<ApiKey>[] {
  const { timezone, reasonNot } = useWorkspace()
  return [
    { key: 'name', header: 'Name', cell: ({ name }) => name },
    { key: 'scope', header: 'Scope', cell: ({ scope }) => (scope === 'write' ? 'Read and write' : 'Read') },
    { key: 'created', header: 'Created', from: 'sm', cell: ({ createdAt }) => formatDate(createdAt, timezone) },
    {
      key: 'used',
      header: 'Last used',
      from: 'sm',
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <RelativeTime at={lastUsedAt} timezone={timezone} />),
    },
    {
      key: 'failed',
      header: 'Failed calls',
      cell: (key) => (
        <Button
          variant="subtle"
          size="compact-sm"
          px={0}
          onClick={() => onFailed(key)}
          aria-label={`Show failed calls of ${key.name}`}
        >
          Show
        </Button>
      ),
    },
    {
      key: 'act',
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      cell: (key) =>
        key.revokedAt === null ? (
          <GuardedButton reason={reasonNot('keys')} variant="default" size="xs" onClick={() => onRevoke(key)}>
            Revoke
          </GuardedButton>
        ) : (
          <Badge variant="light" color="gray">
            Revoked {formatDate(key.revokedAt, timezone)}
          </Badge>
        ),
    },
  ]
}

type FailedCall = components['schemas']['FailedCall']

/** The last calls of a key that were refused or failed, for who looks for what a program does wrong. */
function FailedCallsDialog({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { slug, timezone } = useWorkspace()
  const { data, error } = useQuery({
    queryKey: ['console', slug, 'failed-calls', id],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/keys/{id}/failed-calls', { params: { path: { slug, id } }, signal }))
        .data,
    gcTime: 0,
  })
  const columns: Column<FailedCall>[] = [
    { key: 'at', header: 'When', cell: ({ at }) => <RelativeTime at={at} timezone={timezone} /> },
    {
      key: 'call',
      header: 'Call',
      cell: ({ method, path, count }) =>
        `${method} ${path}${count > 1 ? ` (${count.toLocaleString('en')} times)` : ''}`,
    },
    {
      key: 'error',
      header: 'Error',
      cell: ({ status, code, reason }) => [status, code, reason].filter(Boolean).join(' · '),
    },
  ]
  return (
    <Dialog opened onClose={onClose} title={`Failed calls of “${name}”`} size="xl">
      <Stack gap="md">
        <Text>
          The last hundred, newest first.{' '}
          <Anchor href="/docs/integrating.md" underline="always">
            What to do about each error
          </Anchor>
        </Text>
        <Problem error={error} />
        <DataTable
          label="Failed calls"
          rows={data}
          rowKey={(call) => `${call.at} ${call.path} ${call.status}`}
          columns={columns}
          empty={<Empty title="No call has failed">Refused and failed calls of this key would be here.</Empty>}
        />
      </Stack>
    </Dialog>
  )
}

/** A key that was just created, and a line that tries it. */
function NewKey({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const line = `curl -H 'Authorization: Bearer ${secret ?? ''}' '${location.origin}/api/v1/products?limit=3'`
  return (
    // By its buttons alone: nothing brings the key back.
    <Dialog
      opened={secret !== null}
      onClose={onClose}
      title="Your new key"
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Text>Copy the key now: it is shown only this once.</Text>
        <TextToCopy text={secret ?? ''} label="Copy the key" />
        <Text>To try it:</Text>
        <TextToCopy text={line} label="Copy the line" />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

type Scope = 'read' | 'write'

const SCOPES = [
  { value: 'write', label: 'Read and write' },
  { value: 'read', label: 'Read' },
] as const

type CreateKeyDialogProps = { opened: boolean; onClose: () => void; onCreated: (key: string) => void }

/** Creates a key, which is shown once. */
function CreateKeyDialog({ opened, onClose, onCreated }: CreateKeyDialogProps) {
  const { slug } = useWorkspace()
  const [name, setName] = useState('')
  const [scope, setScope] = useState<Scope>('write')
  const queryClient = useQueryClient()
  const create = async () => {
    const params = { path: { slug } }
    const { data } = await api.POST('/app-api/console/{slug}/keys', { params, body: { name, scope } })
    void queryClient.invalidateQueries({ queryKey: keysQuery(slug).queryKey })
    onCreated(data.key)
    setName('')
  }
  return (
    <FormDialog opened={opened} onClose={onClose} title="Create key" submitLabel="Create key" onSubmit={create}>
      {(fieldError) => (
        <>
          <TextInput
            label="Name"
            description="What uses it, such as “ERP sync”."
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fieldError('name')}
          />
          <Select
            label="Scope"
            data={SCOPES}
            value={scope}
            onChange={(chosen) => chosen && setScope(chosen)}
            allowDeselect={false}
            error={fieldError('scope')}
          />
        </>
      )}
    </FormDialog>
  )
}
