import { Button, Group } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { Dialog } from './dialog.tsx'
import type { PictureSizes } from './product-picture.tsx'
import styles from './pictures.module.css'

/** The pixels are of the large size. */
export type Picture = PictureSizes & { width: number; height: number }

type PictureDialogProps = {
  name: string
  pictures: readonly Picture[]
  /** Which one is shown, from 0; null for none. */
  at: number | null
  onShow: (at: number | null) => void
}

/** A product's pictures in full size, one at a time. Arrow keys lead to the others. */
export function PictureDialog({ name, pictures, at, onShow }: PictureDialogProps) {
  const picture = pictures[at ?? -1]
  const step = (by: number) => onShow(((at ?? 0) + by + pictures.length) % pictures.length)
  const stepByKey = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') step(-1)
    if (key === 'ArrowRight') step(1)
  }
  return (
    <Dialog opened={picture !== undefined} onClose={() => onShow(null)} title={name} size="auto" onKeyDown={stepByKey}>
      {picture && (
        <img
          src={picture.large}
          width={picture.width}
          height={picture.height}
          className={styles.full}
          alt={`${name}, ${at! + 1} of ${pictures.length}`}
        />
      )}
      {pictures.length > 1 && (
        <Group justify="center" mt="sm">
          <Button variant="default" onClick={() => step(-1)}>
            Previous picture
          </Button>
          <Button variant="default" onClick={() => step(1)}>
            Next picture
          </Button>
        </Group>
      )}
    </Dialog>
  )
}
