import type { WorkspaceContext } from '../../context.ts'
import { CUSTOMER_FIELDS, CUSTOMER_FILE_FIELDS } from '../../customers/customer-fields.ts'
import type { CustomerFileField } from '../../customers/customer-fields.ts'
import type { CustomerItem } from '../../customers/plan-customers.ts'
import type { ColumnForms } from '../../spreadsheets/column-forms.ts'
import type { FieldSet } from '../../spreadsheets/fields.ts'
import type { ColumnMapping } from '../../spreadsheets/map-columns.ts'
import { readMoney, readPrice } from '../../rules/read-price.ts'
import type { MoneyForm } from '../../rules/read-price.ts'
import type { ReadValue } from '../../rules/read-value.ts'
import { readQuantity } from '../../rules/read-quantity.ts'
import { parserOf, readFlag } from '../../spreadsheets/read-word.ts'
import { valuesOf } from '../../spreadsheets/row-values.ts'
import { matchingKey } from '../../matching-key.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import type { ReadCells } from '../import-kind.ts'
import type { ImportTools } from '../tools.ts'

export const CUSTOMER_FIELD_SET: FieldSet<CustomerFileField> = {
  fields: Object.fromEntries(
    CUSTOMER_FILE_FIELDS.map((field) => [field, CUSTOMER_FIELDS[field]]),
  ) as unknown as FieldSet<CustomerFileField>['fields'],
  required: ['name'],
}

const MAX_DAYS = 3_650

/**
 * Reads rows as customers, and judges them as the API does. A blank cell changes nothing, unless
 * its column empties the field then.
 */
export async function customerReader(
  context: WorkspaceContext,
  forms: ColumnForms,
  mapping: ColumnMapping<string>,
  { validate }: Pick<ImportTools, 'validate'>,
): Promise<ReadCells<CustomerItem>> {
  const money = await readWorkspace(context, context.workspaceId)
  return (cells) => {
    const { value, cleared, misfit } = valuesOf<CustomerFileField>(cells, mapping)
    const [accountCode, email, name] = [value('accountCode'), value('email'), value('name')]
    const about = { label: accountCode ?? name ?? email, key: keyOf({ accountCode, email, name }) }
    if (misfit) return { ...about, reasons: [misfit] }
    const reasons: string[] = name === undefined ? ['name is blank'] : []
    const parsed = parserOf(value, reasons)
    const item: Record<CustomerFileField, unknown> = {
      name: name ?? '?',
      accountCode,
      email,
      phone: value('phone'),
      contactName: value('contactName'),
      notes: value('notes'),
      group: value('group'),
      paymentTermsDays: parsed('paymentTermsDays', (text) =>
        readQuantity(text, { least: 0, most: MAX_DAYS, ...forms.numberOf('paymentTermsDays') }),
      ),
      creditLimit: parsed('creditLimit', (text) => readPrice(text, { ...money, ...forms.numberOf('creditLimit') })),
      openBalance: parsed('openBalance', (text) => readBalance(text, { ...money, ...forms.numberOf('openBalance') })),
      poRequired: parsed('poRequired', readFlag),
      active: parsed('active', readFlag),
    }
    const validated = validate.customer({ ...item, ...cleared() })
    if (validated.item && reasons.length === 0) return { ...about, key: about.key!, item: validated.item }
    return { ...about, reasons: [...reasons, ...(validated.reasons ?? [])] }
  }
}

/** An amount, which may be below zero. */
function readBalance(text: string, form: MoneyForm): ReadValue<number> {
  const isBelow = /^[-−]/.test(text)
  const read = readMoney(isBelow ? text.slice(1) : text, form)
  return isBelow && read.reason === undefined ? { value: -read.value } : read
}

/** Rows are about one customer that have the same code; without one, the same e-mail, else the same name. */
function keyOf({ accountCode, email, name }: Partial<Record<'accountCode' | 'email' | 'name', string | undefined>>) {
  if (accountCode !== undefined) return `code ${matchingKey(accountCode)}`
  if (email !== undefined) return `email ${matchingKey(email)}`
  return name && `name ${matchingKey(name)}`
}
