import { expect, test } from 'vitest'
import { runCli, runJson, startServer } from '../given/run-cli.ts'
import { useDatabase } from '../given/use-server.ts'

const env = useDatabase()

test('the operator places orders while the server runs, and the API shows them', async () => {
  const { workspaceId, key } = await runJson(['sample'], env)
  const server = await startServer(env)
  try {
    const get = async (path: string) => {
      const response = await fetch(`${server.url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } })
      return ((await response.json()) as any).data
    }
    const args = ['order', 'place', '--workspace', workspaceId, '--customer', 'castle01']
    const full = [...args, '--line', 'KT-INS114=2', '--line', 'am-cp27-az=24', '--buyer', 'Isobel@castlelane.example']
    const order = [...full, '--po-number', 'PO-9', '--note', 'Rear door', '--token', 'T-1']
    const placed = await runJson(order, env)
    expect(placed).toEqual({ id: expect.any(String), number: expect.any(Number) })
    expect(await get(`/orders/${placed.id}`)).toMatchObject({
      number: placed.number,
      status: 'new',
      customer: { accountCode: 'CASTLE01' },
      buyer: { name: 'Isobel Grant', email: 'isobel@castlelane.example' },
      poNumber: 'PO-9',
      note: 'Rear door',
      currency: 'GBP',
      subtotal: 2 * 1350 + 24 * 725,
      lines: [
        { sku: 'KT-INS114', qty: 2, price: { unit: 1350, source: 'agreed' } },
        { sku: 'AM-CP27-AZ', qty: 24, price: { unit: 725, label: 'Agreed price from 24' } },
      ],
      history: [{ status: 'new', by: { type: 'operator', name: 'Operator' } }],
    })
    expect(await runJson(order, env)).toEqual(placed)

    const problems = await runCli([...args, '--line', 'NO=SUCH=1', '--line', 'KT-MER22=3'], env)
    expect(problems).toMatchObject({ code: 1, stdout: '' })
    expect(problems.stderr).toMatch(/^lines\.0: .*"NO=SUCH".*lines\.1: "KT-MER22" has no price.*\n$/)
    const unreadable = await runCli([...args, '--line', 'KT-INS114'], env)
    expect(unreadable).toMatchObject({ code: 1, stdout: '' })
    expect(unreadable.stderr).toMatch(/^"KT-INS114" is not a line\. Write SKU=QTY.*\n$/)
    const none = await runCli([...args, '--line', 'KT-INS114=0'], env)
    expect(none).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^lines\.0\.qty: .*1 to 1000000\.\n$/),
    })

    const { code, stdout } = await runCli([...args, '--line', 'KT-INS114=1'], env)
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(String(placed.number + 1)) })
    expect((await get('/orders?limit=2')).map(({ number }: any) => number)).toEqual([placed.number + 1, placed.number])
  } finally {
    await server.stop()
  }
})
