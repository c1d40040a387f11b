import { Button } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../shared/lazy-part.ts'

const ScanDialog = lazyPart(() => import('./scan-dialog.tsx'))

/** Reads a bar code by the camera. It is there only in browsers that can read one. */
export function ScanBarcode({ onFound, className }: { onFound: (code: string) => void; className: string }) {
  const [isOpen, setOpen] = useState(false)
  if (!('BarcodeDetector' in globalThis)) return null
  return (
    <>
      <Button
        className={className}
        variant="default"
        leftSection={<IconBarcode size={16} />}
        onClick={() => setOpen(true)}
      >
        Scan barcode
      </Button>
      {isOpen && (
        <Suspense>
          <ScanDialog
            onClose={() => setOpen(false)}
            onFound={(code) => {
              setOpen(false)
              onFound(code)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
