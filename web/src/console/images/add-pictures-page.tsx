import { Button, FileButton, Group, Loader, Text } from '@mantine/core'
import { useState, useEffect, useRef } from 'react'
import { counted } from '../../../../server/src/shared/counted.ts'
import { MAX_PICTURE_FILES } from '../../../../server/src/shared/limits.ts'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { LeaveGuard } from '../../shared/form-dialog.tsx'
import { Page } from '../../shared/page.tsx'
import { PlainTable } from '../../shared/plain-table.tsx'
import type { PlainColumn } from '../../shared/plain-table.tsx'
import { Problem } from '../../shared/problem.tsx'
import { ProductPicture } from '../../shared/product-picture.tsx'
import { TextLink } from '../../shared/links.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { filesOf, IMAGE_TYPES } from './image-files.ts'
import styles from './images.module.css'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError, errorText, Trouble } from '../../shared/api.ts'
import { matchPictures, uploadPicture } from './image-queries.ts'
import type { MatchedPicture } from './image-queries.ts'
import { unzipSync } from 'fflate'
import type { UnzipFileInfo } from 'fflate'

/** Adds pictures to many products at once, by the names of their files. */
export function AddPicturesPage() {
  const { slug, reasonNot } = useWorkspace()
  const { files, step, problem, choose, upload, stop } = usePictureUpload()
  const [isOver, setIsOver] = useState(false)
  const reason = reasonNot('products')
  const isBusy = step === 'matching' || step === 'uploading'
  const left = files.filter(({ problem, outcome }) => problem === null && outcome !== 'uploaded').length
  return (
    <Page
      title="Add pictures"
      description="Each file is named after the SKU of its product."
      crumbs={[{ label: 'Products', link: { to: '/w/$slug/products', params: { slug } } }]}
    >
      <LeaveGuard when={step === 'uploading'} />
      <Problem error={problem} />
      <div
        className={styles.drop}
        data-image-place
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(reason === null && !isBusy)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setIsOver(false)
          if (reason === null && !isBusy) void choose(filesOf(event.dataTransfer))
        }}
      >
        <FileButton accept={`${IMAGE_TYPES},.zip`} multiple onChange={(chosen) => void choose(chosen)}>
          {(props) => (
            <GuardedButton reason={reason} variant="default" {...props} disabled={isBusy}>
              Choose files
            </GuardedButton>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          Or drop them here: up to {MAX_PICTURE_FILES} pictures, or one ZIP archive of them. HOL-1042.jpg is the first
          picture of HOL-1042, and HOL-1042-2.jpg the second. Nothing is uploaded before you have seen what it changes.
        </Text>
      </div>
      <Group justify="space-between" my="md" mih={36}>
        <div role="status">
          {isBusy && <Loader size="xs" aria-hidden />} {summaryOf(step, files)}
        </div>
        {step === 'uploading' ? (
          <Button variant="default" onClick={stop}>
            Stop
          </Button>
        ) : (
          left > 0 && (
            <GuardedButton reason={reason} onClick={() => void upload()}>
              Upload {counted(left, 'picture')}
            </GuardedButton>
          )
        )}
      </Group>
      {files.length > 0 && <PlainTable label="Files" columns={columnsOf(slug)} rows={files} />}
    </Page>
  )
}

function summaryOf(step: ReturnType<typeof usePictureUpload>['step'], files: readonly MatchedFile[]): string {
  if (step === 'choosing') return ''
  if (step === 'matching') return 'The files are being read …'
  const taken = files.filter(({ problem }) => problem === null)
  const replacing = taken.filter(({ replaces }) => replaces !== null).length
  if (step === 'matched') {
    const rest = files.length - taken.length
    return [
      `${taken.length} of ${counted(files.length, 'file')} ${taken.length === 1 ? 'matches' : 'match'} a product.`,
      replacing > 0 && `${replacing} of them ${replacing === 1 ? 'replaces a picture' : 'replace pictures'}.`,
      rest > 0 && `${counted(rest, 'file')} ${rest === 1 ? 'is' : 'are'} not taken.`,
    ]
      .filter(Boolean)
      .join(' ')
  }
  const uploaded = taken.filter(({ outcome }) => outcome === 'uploaded').length
  const failed = taken.filter(({ outcome }) => outcome !== null && outcome !== 'uploaded').length
  const failures = failed > 0 ? ` ${counted(failed, 'file')} failed.` : ''
  return `${uploaded} of ${counted(taken.length, 'picture')} uploaded.${failures}`
}

function columnsOf(slug: string): PlainColumn<MatchedFile>[] {
  return [
    { header: 'File', cell: ({ fileName }) => <span className={styles.fileName}>{fileName}</span> },
    {
      header: 'Product',
      cell: ({ product }) =>
        product && (
          <>
            <TextLink to="/w/$slug/products/$id" params={{ slug, id: product.id }} target="_blank">
              {product.name}
            </TextLink>
            <Text size="xs" c="dimmed">
              {product.sku}
            </Text>
          </>
        ),
    },
    { header: 'What happens', cell: (file) => <WhatHappens file={file} /> },
  ]
}

function WhatHappens({ file: { product, place, replaces, problem, outcome } }: { file: MatchedFile }) {
  if (problem !== null) return <Text size="sm">{problem}</Text>
  if (outcome === 'uploaded') return <Text size="sm">Uploaded.</Text>
  if (outcome !== null) {
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        {outcome.problem}
      </Text>
    )
  }
  if (replaces === null) return <Text size="sm">Is added.</Text>
  return (
    <Group gap="xs" wrap="nowrap">
      <ProductPicture name={product!.name} category={null} image={replaces} size={48} />
      <Text size="sm">Replaces picture {place}.</Text>
    </Group>
  )
}

/** How often a busy service is asked again for one file, and the pause before, in milliseconds. */
const TRIES = 5
const PAUSE_MS = 5_000

/** A file, what its name means, and how its upload ended. */
type MatchedFile = MatchedPicture & { file: PictureFile; outcome: 'uploaded' | { problem: string } | null }

/** Many pictures at once: first they are matched, then uploaded one after the other, until it is stopped. */
function usePictureUpload() {
  const { slug } = useWorkspace()
  const client = useQueryClient()
  const [files, setFiles] = useState<MatchedFile[]>([])
  const [step, setStep] = useState<'choosing' | 'matching' | 'matched' | 'uploading' | 'done'>('choosing')
  const [problem, setProblem] = useState<unknown>(null)
  const stopped = useRef(false)
  // What is left is stopped.
  useEffect(() => () => void (stopped.current = true), [])

  const choose = async (chosen: readonly File[]) => {
    if (chosen.length === 0) return
    setStep('matching')
    setProblem(null)
    try {
      const found = await unpackPictures(chosen)
      const matched =
        found.length === 0
          ? []
          : await matchPictures(
              slug,
              found.map(({ name }) => name),
            )
      setFiles(matched.map((match, i) => ({ ...match, file: found[i]!, outcome: null })).toSorted(inOrder))
      setStep('matched')
    } catch (error) {
      setProblem(error)
      setStep('choosing')
    }
  }
  const upload = async () => {
    stopped.current = false
    setStep('uploading')
    for (const [at, matched] of files.entries()) {
      if (stopped.current) break
      if (matched.problem !== null || matched.outcome === 'uploaded') continue
      const outcome = await uploadOne(slug, matched)
      setFiles((before) => before.with(at, { ...matched, outcome }))
    }
    setStep('done')
    await client.invalidateQueries({ queryKey: ['console', slug] })
  }
  return { files, step, problem, choose, upload, stop: () => void (stopped.current = true) }
}

/** Those that are not taken first, then by product, so that further pictures are added in their order. */
function inOrder(a: MatchedFile, b: MatchedFile): number {
  return (
    Number(b.problem !== null) - Number(a.problem !== null) ||
    (a.product?.sku ?? '').localeCompare(b.product?.sku ?? '') ||
    a.place - b.place
  )
}

async function uploadOne(slug: string, { product, replaces, file }: MatchedFile): Promise<MatchedFile['outcome']> {
  for (let tries = 1; ; tries++) {
    try {
      await uploadPicture(slug, product!.id, file.read(), replaces)
      return 'uploaded'
    } catch (error) {
      const isBusy = error instanceof ApiError && [0, 429, 503].includes(error.status)
      if (!isBusy || tries === TRIES) return { problem: errorText(error) }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}

const MB = 1_048_576
/** In bytes. An archive is read as a whole, its files one by one. */
const MAX_ARCHIVE = 1_000 * MB
/** In bytes. The service takes no larger picture. */
const MAX_UNPACKED = 20 * MB

/** A file that was chosen; `read` unpacks it where it is in an archive. */
type PictureFile = { name: string; read: () => File }

/** The files, or those in them where they are one ZIP archive. Throws Trouble for too many, and for a bad archive. */
async function unpackPictures(files: readonly File[]): Promise<PictureFile[]> {
  const [first] = files
  const isArchive = files.length === 1 && /\.zip$/i.test(first!.name)
  const found = isArchive ? await listArchive(first!) : files.map((file) => ({ name: file.name, read: () => file }))
  if (found.length > MAX_PICTURE_FILES) {
    throw new Trouble(`Choose at most ${MAX_PICTURE_FILES} files at once: these are ${counted(found.length, 'file')}.`)
  }
  return found
}

async function listArchive(archive: File): Promise<PictureFile[]> {
  if (archive.size > MAX_ARCHIVE) throw new Trouble('The archive is larger than 1,000 MB. Make several of it.')
  const bytes = new Uint8Array(await archive.arrayBuffer())
  const unpack = (filter: (entry: UnzipFileInfo) => boolean) => {
    try {
      return unzipSync(bytes, { filter })
    } catch {
      throw new Trouble('The archive is damaged, or protected by a password. Make it anew.')
    }
  }
  const paths: string[] = []
  unpack(({ name }) => {
    if (isPicture(name)) paths.push(name)
    return false
  })
  return paths.map((path) => ({
    name: baseName(path),
    read: () => {
      // No more is unpacked than an entry says that it has.
      const unpacked = unpack(({ name, originalSize }) => name === path && originalSize <= MAX_UNPACKED)[path]
      if (!unpacked) throw new Trouble(`The image is larger than ${MAX_UNPACKED / MB} MB.`)
      return new File([unpacked as BlobPart], baseName(path))
    },
  }))
}

/** Neither a folder nor what systems hide. */
function isPicture(path: string): boolean {
  return !path.endsWith('/') && !path.startsWith('__MACOSX/') && !baseName(path).startsWith('.')
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
