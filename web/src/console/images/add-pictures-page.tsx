import { Button, FileButton, Group, Loader, Text } from '@mantine/core'
import { useState } from 'react'
import { counted } from '../../../../server/src/shared/counted.ts'
import { MAX_PICTURE_FILES } from '../../../../server/src/shared/limits.ts'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { LeaveGuard } from '../../shared/leave-guard.tsx'
import { Page } from '../../shared/page.tsx'
import { PlainTable } from '../../shared/plain-table.tsx'
import type { PlainColumn } from '../../shared/plain-table.tsx'
import { Problem } from '../../shared/problem.tsx'
import { ProductPicture } from '../../shared/product-picture.tsx'
import { TextLink } from '../../shared/text-link.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { filesOf, IMAGE_TYPES } from './image-files.ts'
import styles from './product-pictures.module.css'
import { usePictureUpload } from './use-picture-upload.ts'
import type { MatchedFile } from './use-picture-upload.ts'

/** Adds pictures to many products at once, by the names of their files. */
export function AddPicturesPage() {
  const { slug, reasonNot } = useWorkspace()
  const { files, step, problem, choose, upload, stop } = usePictureUpload()
  const [isOver, setIsOver] = useState(false)
  const reason = reasonNot('write')
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
