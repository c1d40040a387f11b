import { afterAll } from 'vitest'
import { openImages } from '../../server/src/catalogue/images/open-images.ts'
import { useTemporaryFolder } from './temporary-folder.ts'

/** A library of images in a folder of its own, for the tests of a file. */
export function useImageFolder() {
  const folder = useTemporaryFolder()
  const images = openImages({ keep: { folder }, gigabytesPerWorkspace: 20 })
  afterAll(() => images.close())
  return { folder, images }
}
