import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { PictureDialog } from './picture-dialog.tsx'
import type { Picture } from './picture-dialog.tsx'
import { ProductPicture } from './product-picture.tsx'
import styles from './pictures.module.css'

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
