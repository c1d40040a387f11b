import { area, BACKGROUND, box, DARK, line, round, STEEL, thread, turned } from './shapes.ts'
import type { Drawing } from './shapes.ts'

const HEXAGON = 'M100 40L152 70V130L100 160L48 130V70Z'

export const bolt: Drawing = () =>
  turned(
    -35,
    box(26, 68, 34, 64, STEEL, 5) +
      line('M30 90H56M30 110H56', '#0003') +
      box(60, 84, 116, 32, STEEL) +
      thread(90, 170, 84, 116),
  )

export const screw: Drawing = (colour) =>
  turned(-35, area('M28 66V134L54 112L150 108L180 100L150 92L54 88Z', colour) + thread(64, 156, 86, 114, 9))

export const washer: Drawing = () => round(100, 100, 62, STEEL) + round(100, 100, 30, BACKGROUND)

export const lockNut: Drawing = () =>
  area(HEXAGON, STEEL) + round(100, 100, 36, '#3f7fc4') + round(100, 100, 28, STEEL) + round(100, 100, 23, DARK)

export const rod: Drawing = () => turned(-40, box(8, 90, 184, 20, STEEL) + thread(10, 184, 90, 110))

export const anchor: Drawing = () =>
  turned(
    -35,
    area('M20 86L52 92V108L20 114Z', STEEL) +
      box(50, 88, 76, 24, '#a9b2bc') +
      line('M60 100H116', '#0003') +
      box(124, 76, 8, 48, STEEL) +
      box(132, 80, 24, 40, STEEL) +
      box(156, 91, 24, 18, STEEL) +
      thread(158, 174, 91, 109),
  )

export const wallPlug: Drawing = (colour) =>
  turned(
    -35,
    box(22, 76, 12, 48, colour) +
      area('M34 84H150L176 94V106L150 116H34Z', colour) +
      line('M60 100H170M70 80L76 86M90 80L96 86M110 80L116 86M70 120L76 114M90 120L96 114M110 120L116 114', '#0005'),
  )

export const bracket: Drawing = () =>
  area('M52 30H84V128H168V160H52Z', STEEL) +
  area('M84 96L116 128H84Z', '#a9b2bc') +
  [48, 84].map((y) => box(60, y, 16, 24, BACKGROUND, 8)).join('') +
  [100, 136].map((x) => box(x, 136, 24, 16, BACKGROUND, 8)).join('')

export const cableTie: Drawing = (colour) =>
  line('M64 132C20 90 60 34 112 40C166 48 166 128 108 142L52 146', colour, 10) +
  line('M66 128C28 90 64 42 112 46', '#fff5', 3) +
  box(48, 126, 32, 28, colour)
