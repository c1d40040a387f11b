import { UnstyledButton, VisuallyHidden, Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Dialog } from './dialog.tsx'
import styles from './pictures.module.css'
import { ProductPicture } from './product-picture.tsx'
import type { PictureSizes } from './product-picture.tsx'

type PictureGalleryProps = { name: string; category: string | null; pictures: readonly Picture[] }

/** A product's pictures: a large one, which opens in full size, and small ones to choose from. */
export function PictureGallery({ name, category, pictures }: PictureGalleryProps) {
  const [chosen, setChosen] = useState(0)
  const [opened, setOpened] = useState<number | null>(null)
  const at = Math.min(chosen, pictures.length - 1)
  const large = <ProductPicture {...{ name, category }} image={pictures[at] ?? null} size={480} />
  if (pictures.length === 0) return large
  const show = (next: number | null) => {
    setOpened(next)
    if (next !== null) setChosen(next)
  }
  return (
    <div>
      <UnstyledButton className={styles.enlarge} aria-haspopup="dialog" onClick={() => show(at)}>
        {large}
        <VisuallyHidden>
          Enlarge picture {at + 1} of {pictures.length}
        </VisuallyHidden>
      </UnstyledButton>
      {pictures.length > 1 && (
        <ul className={styles.choices} aria-label="Pictures">
          {pictures.map((image, i) => (
            <li key={image.small}>
              <UnstyledButton
                className={styles.choice}
                aria-label={`Picture ${i + 1} of ${pictures.length}`}
                aria-pressed={i === at}
                onClick={() => setChosen(i)}
              >
                <ProductPicture {...{ name, category, image }} size={56} />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      <PictureDialog {...{ name, pictures }} at={opened} onShow={show} />
    </div>
  )
}

/** The pixels are of the large size. */
type Picture = PictureSizes & { width: number; height: number }

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
