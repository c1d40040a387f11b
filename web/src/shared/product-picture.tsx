import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import styles from './product-picture.module.css'

/** Paths of an image in its sizes. */
export type PictureSizes = { small: string; medium: string; large: string }

type ProductPictureProps = {
  name: string
  /** The id or the name of its category. Products of a category have the same colour and shape. */
  category: string | null
  /** Without one, a placeholder is drawn. */
  image: PictureSizes | null
  /** The longest side on the page, in pixels: 48 to 320. Less where there is less room. */
  size: number
}

/**
 * A product's picture beside its name, so it has no text of its own. It is square, and its place is there before it has
 * loaded. Where there is no image, or it cannot be loaded, the initials of the name stand on a colour of the category.
 */
export function ProductPicture({ name, category, image, size }: ProductPictureProps) {
  const [broken, setBroken] = useState<string>()
  const shown = image && image.small !== broken ? image : null
  return (
    <span
      className={`${styles.picture} no-print`}
      style={{ width: size, ...(!shown && placeholderOf(category)) }}
      data-initials={shown ? undefined : initialsOf(name)}
    >
      {shown && (
        <img
          src={shown.small}
          srcSet={`${shown.small} 320w, ${shown.medium} 640w, ${shown.large} 1280w`}
          sizes={`${size}px`}
          width={size}
          height={size}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(shown.small)}
        />
      )}
    </span>
  )
}

/** Of the first two words. */
function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .slice(0, 2)
    .map((word) => [...word][0]!.toUpperCase())
    .join('')
}

const HUES = 12
const CORNERS = ['0% 0%', '100% 0%', '100% 100%', '0% 100%']

/** The colour of a category, and the corner that its shape is in. Grey for no category. */
function placeholderOf(category: string | null) {
  const number = [...(category ?? '')].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) >>> 0, 0)
  return {
    '--hue': (number % HUES) * (360 / HUES),
    '--chroma': category === null ? 0 : 1,
    '--corner': CORNERS[Math.floor(number / HUES) % CORNERS.length],
  }
}

type BesidePictureProps = Omit<ComponentProps<typeof ProductPicture>, 'size'> & {
  /** Where the name beside it leads, if it does. */
  link: LinkProps | null
  children: ReactNode
}

/** What a product is called, beside its small picture. */
export function BesidePicture({ link, children, ...product }: BesidePictureProps) {
  const picture = <ProductPicture {...product} size={48} />
  return (
    <div className={styles.beside}>
      {link ? (
        <Link {...link} aria-hidden tabIndex={-1}>
          {picture}
        </Link>
      ) : (
        picture
      )}
      <div>{children}</div>
    </div>
  )
}
