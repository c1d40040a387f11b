import { Button, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import type { components } from '../../shared/app-api.d.ts'

type RenamePasskeyProps = { passkey: components['schemas']['Passkey']; onRenamed: () => Promise<unknown> }

/** Gives a passkey a name by which its owner knows it. */
export function RenamePasskey({ passkey, onRenamed }: RenamePasskeyProps) {
  const [opened, { open, close }] = useDisclosure()
  const [name, setName] = useState(passkey.name)
  const rename = async () => {
    await api.PATCH('/app-api/account/passkeys/{id}', { params: { path: { id: passkey.id } }, body: { name } })
    await onRenamed()
  }
  return (
    <>
      <Button
        variant="default"
        size="xs"
        onClick={() => {
          setName(passkey.name)
          open()
        }}
      >
        Rename
      </Button>
      <FormDialog opened={opened} onClose={close} title="Rename the passkey" submitLabel="Rename" onSubmit={rename}>
        {(fieldError) => (
          <TextInput
            label="Name"
            description="Such as the device that it is on."
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fieldError('name')}
            maxLength={200}
            autoComplete="off"
          />
        )}
      </FormDialog>
    </>
  )
}
