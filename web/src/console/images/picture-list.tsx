import { Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { PictureDialog } from '../../shared/picture-dialog.tsx'
import { ProductPicture } from '../../shared/product-picture.tsx'
import type { Picture } from './image-queries.ts'
import styles from './product-pictures.module.css'

type PictureListProps = {
  product: { name: string; category: string | null }
  pictures: readonly Picture[]
  /** Why they cannot be changed, or null. */
  reason: string | null
  pending: boolean
  /** Sets the pictures. With a message it offers to undo it. */
  onChange: (pictures: readonly Picture[], message?: string) => void
}

/** Pictures in their order, each with buttons to move and to remove it. */
export function PictureList({ product, pictures, reason, pending, onChange }: PictureListProps) {
  const [opened, setOpened] = useState<number | null>(null)
  const last = pictures.length - 1
  const without = (at: number) => pictures.toSpliced(at, 1)
  return (
    <ol className={styles.list} aria-label="Pictures in their order">
      {pictures.map((image, at) => {
        const act = (label: string, run: () => void, reasonNot: string | null) => (
          <GuardedButton
            reason={reason ?? reasonNot}
            size="compact-sm"
            variant="default"
            disabled={pending}
            onClick={run}
          >
            {label} <VisuallyHidden>picture {at + 1}</VisuallyHidden>
          </GuardedButton>
        )
        const moveTo = (to: number) => onChange(without(at).toSpliced(to, 0, image))
        return (
          <li key={image.digest} className={styles.item}>
            <UnstyledButton
              aria-label={`Enlarge picture ${at + 1}`}
              aria-haspopup="dialog"
              onClick={() => setOpened(at)}
            >
              <ProductPicture {...product} image={image} size={96} />
            </UnstyledButton>
            <div>
              {at === 0 && last > 0 && (
                <Text size="xs" c="dimmed" mb={4}>
                  The first is shown in lists.
                </Text>
              )}
              <Group gap={6}>
                {last > 0 && act('Move up', () => moveTo(at - 1), at === 0 ? 'It is the first.' : null)}
                {last > 0 && act('Move down', () => moveTo(at + 1), at === last ? 'It is the last.' : null)}
                {act('Remove', () => onChange(without(at), `A picture of ${product.name} was removed.`), null)}
              </Group>
            </div>
          </li>
        )
      })}
      <PictureDialog name={product.name} pictures={pictures} at={opened} onShow={setOpened} />
    </ol>
  )
}
