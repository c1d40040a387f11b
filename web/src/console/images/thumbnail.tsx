import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './thumbnail.module.css'

type BesideThumbnailProps = {
  /** The path of the image. Without one, its place stays empty. */
  image: string | null
  /** False where nothing in the list has an image: then there is no place for one. */
  shown: boolean
  children: ReactNode
}

/**
 * What a product is called, beside its small image. The place is there before the image has come, and says nothing
 * more.
 */
export function BesideThumbnail({ image, shown, children }: BesideThumbnailProps) {
  if (!shown) return children
  return (
    <Group gap="xs" wrap="nowrap">
      <span className={`${styles.place} no-print`}>
        {image && <img src={image} width={36} height={36} alt="" loading="lazy" decoding="async" />}
      </span>
      <div>{children}</div>
    </Group>
  )
}
