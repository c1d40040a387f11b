/** Why an image could not be copied or uploaded. The message is for staff. */
export class ImageProblem extends Error {
  /** Whether another attempt may succeed. */
  readonly isTemporary: boolean
  /** Milliseconds that the server of the image asked to wait. */
  readonly waitMs: number

  constructor(message: string, { isTemporary = false, waitMs = 0 } = {}) {
    super(message)
    this.isTemporary = isTemporary
    this.waitMs = waitMs
  }
}
