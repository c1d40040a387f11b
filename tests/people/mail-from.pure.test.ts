import { expect, test } from 'vitest'
import { readConfig } from '../../server/src/config.ts'

const senderOf = (MAIL_FROM: string) => readConfig({}, { SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM }).smtp!.from

test.each([
  ['noreply@trade.example', '', 'noreply@trade.example'],
  ['<noreply@trade.example>', '', 'noreply@trade.example'],
  ['Hunt Wholesale <noreply@trade.example> ', 'Hunt Wholesale', 'noreply@trade.example'],
  ['"Hunt, Sons & Co" <noreply@trade.example>', 'Hunt, Sons & Co', 'noreply@trade.example'],
  ['Grün & Söhne <verkauf@grün.example>', 'Grün & Söhne', 'verkauf@grün.example'],
])('MAIL_FROM %s is one address, perhaps with a name', (text, name, address) => {
  expect(senderOf(text)).toEqual({ name, address })
})

test.each([
  'Hunt Wholesale',
  'nonsense',
  '@trade.example',
  'noreply@',
  'Hunt <>',
  'Hunt <nonsense>',
  'Hunt <noreply@trade.example',
  'Hunt noreply@trade.example>',
  '"Hunt <noreply@trade.example>',
  'Hunt <noreply@trade.example> Wholesale',
  'Hunt <noreply@trade.example> <sales@trade.example>',
  'noreply@trade.example, sales@trade.example',
  'noreply@trade.example sales@trade.example',
  'Hunt: noreply@trade.example;',
  'Hunt <noreply@trade .example>',
  'noreply@trade.example\nBcc: all@trade.example',
])('MAIL_FROM %s is refused in one line', (text) => {
  expect(() => senderOf(text)).toThrow(/^MAIL_FROM is ".*", and must be one address, such as .*$/)
})
