import { Button, Group, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ProductPicture } from '../../shared/product-picture.tsx'
import type { SearchTexts } from '../../shared/search-params.ts'
import type { Groups } from './product-queries.ts'
import styles from './group-tiles.module.css'

type GroupTilesProps = {
  label: 'Categories' | 'Brands'
  /** The parameter of the address that a tile sets. */
  param: 'category' | 'brand'
  groups: (Groups['brands'][number] & Partial<Groups['categories'][number]>)[]
}

/** How many are shown at first: the largest. */
const SHOWN = { category: 8, brand: 12 }

/** Ways into the catalogue, each with its number of products: categories with a picture, brands by name. */
export function GroupTiles({ label, param, groups }: GroupTilesProps) {
  const [isWhole, setWhole] = useState(false)
  const largest = new Set(groups.toSorted((a, b) => b.count - a.count).slice(0, SHOWN[param]))
  if (groups.length < 2) return null
  return (
    <nav aria-label={label} className={styles.groups} data-kind={param} data-whole={isWhole || undefined}>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h5">
          {label}
        </Title>
        {groups.length > largest.size && !isWhole && (
          <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
            All {groups.length.toLocaleString('en')} {label.toLowerCase()}
          </Button>
        )}
      </Group>
      <div className={styles.tiles}>
        {groups
          .filter((group) => isWhole || largest.has(group))
          .map(({ id, name, count, image }) => (
            <Link
              key={id}
              to="."
              search={(current: SearchTexts) => ({ ...current, [param]: id, page: undefined })}
              className={styles.tile!}
            >
              {image !== undefined && <ProductPicture name={name} category={id} image={image} size={160} />}
              <span className={styles.name}>{name}</span>
              <span className={styles.count}>{count.toLocaleString('en')}</span>
            </Link>
          ))}
      </div>
    </nav>
  )
}
