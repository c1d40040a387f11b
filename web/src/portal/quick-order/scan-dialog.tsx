import { Alert, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Dialog } from '../../shared/dialog.tsx'

/** As browsers have it; TypeScript does not know it yet. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
declare const BarcodeDetector: new () => Detector

/** Between two looks at the picture, in milliseconds. */
const PAUSE_MS = 150

const REFUSED =
  "The camera isn't allowed here. Allow it for this page in the settings of your browser, or type the number."
const ABSENT = 'No camera was found. Type the number below the bar code instead.'
const FAILED = "The camera couldn't be used: another program may have it. Type the number below the bar code instead."

/** The picture of the camera, until a bar code is seen in it. */
export default function ScanDialog({ onFound, onClose }: { onFound: (code: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const found = useEffectEvent(onFound)
  useEffect(() => {
    const stopped = new AbortController()
    scan(() => video.current, stopped.signal)
      .then((code) => code !== null && found(code))
      .catch((error: unknown) => stopped.signal.aborted || setProblem(inWords(error)))
    return () => stopped.abort()
  }, [])
  return (
    <Dialog opened onClose={onClose} title="Scan barcode">
      {problem ? (
        <Alert color="yellow" role="alert">
          {problem}
        </Alert>
      ) : (
        <>
          <video ref={video} muted playsInline aria-label="Picture of the camera" style={{ width: '100%' }} />
          <Text size="sm" role="status">
            Hold the bar code in front of the camera.
          </Text>
        </>
      )}
    </Dialog>
  )
}

/** The first code that the camera sees; null once it is stopped. */
async function scan(shown: () => HTMLVideoElement | null, signal: AbortSignal): Promise<string | null> {
  // Without TLS, browsers have no camera.
  if (!navigator.mediaDevices) throw new DOMException('', 'NotFoundError')
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  try {
    const detector = new BarcodeDetector()
    while (!signal.aborted) {
      const video = shown()
      if (video && video.srcObject !== stream) {
        video.srcObject = stream
        await video.play()
      }
      const [seen] = video && video.readyState >= video.HAVE_CURRENT_DATA ? await detector.detect(video) : []
      if (seen && !signal.aborted) return seen.rawValue
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    return null
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}

function inWords(error: unknown): string {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return REFUSED
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? ABSENT : FAILED
}
