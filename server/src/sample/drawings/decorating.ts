import { area, box, CARDBOARD, DARK, line, PAPER, round, STEEL, turned } from './shapes.ts'
import type { Drawing } from './shapes.ts'

const BLUE = '#2f6fae'

export const tin: Drawing = (colour) =>
  line('M44 70C44 14 156 14 156 70', '#8d959e', 4) +
  box(42, 58, 116, 112, STEEL, 8) +
  round(100, 58, 58, STEEL, 15) +
  round(100, 57, 48, colour, 11) +
  box(42, 88, 116, 58, colour, 0) +
  box(60, 104, 80, 8, '#fffb') +
  box(60, 118, 52, 6, '#fff8')

export const brush: Drawing = () =>
  turned(
    35,
    area('M92 14C92 6 108 6 108 14L112 84H88Z', CARDBOARD) +
      box(66, 82, 68, 28, STEEL) +
      area('M68 110H132L136 178C120 186 80 186 64 178Z', '#57422f') +
      line('M84 116V176M100 116V178M116 116V176', '#fff3', 2),
  )

export const roller: Drawing = () =>
  turned(
    -25,
    box(30, 66, 140, 64, '#f2e9d3', 14) +
      line('M60 70V126M84 70V126M108 70V126M132 70V126', '#0001', 5) +
      round(170, 98, 9, DARK, 30),
  )

/** A roll of tape. */
export const roll: Drawing = (colour) =>
  round(112, 108, 62, '#0002') +
  round(100, 100, 66, colour) +
  round(100, 100, 38, CARDBOARD) +
  round(100, 100, 32, '#eef0f3') +
  line('M100 44A56 56 0 0 1 154 88M100 50A50 50 0 0 1 148 90', '#fff6', 2)

export const cartridge: Drawing = (colour) =>
  turned(
    25,
    area('M94 8H106L110 46H90Z', PAPER) +
      box(72, 46, 56, 12, PAPER) +
      box(68, 58, 64, 122, PAPER, 4) +
      box(68, 84, 64, 62, BLUE, 0) +
      box(78, 94, 44, 24, colour) +
      box(78, 126, 44, 6, '#fffb'),
  )

/** A bottle with a handle or without: glue and cleaners. */
export const bottle: Drawing = (colour) =>
  box(84, 20, 32, 24, BLUE, 5) +
  area('M86 44H114C116 62 142 64 142 90V162Q142 174 130 174H70Q58 174 58 162V90C58 64 84 62 86 44Z', colour) +
  box(66, 98, 68, 52, PAPER, 4) +
  box(74, 108, 52, 8, BLUE) +
  box(74, 122, 36, 5, '#0003') +
  box(74, 132, 44, 5, '#0003')

export const foamCan: Drawing = () =>
  line('M100 34L146 22', '#e0a13b', 7) +
  box(88, 28, 24, 24, '#e0a13b') +
  area('M72 66C72 52 128 52 128 66V74H72Z', STEEL) +
  box(68, 72, 64, 104, '#e0a13b', 6) +
  box(68, 96, 64, 46, PAPER, 0) +
  area('M100 102L116 132H84Z', DARK)
