import { withIds } from '../customers/addresses.ts'
import type { SentAddress } from '../customers/addresses.ts'
import { lockCustomerList } from '../customers/customer-writes.ts'
import { editableCustomer } from '../customers/editable-customer.ts'
import { editCustomer } from '../customers/edit-customer.ts'
import type { Address } from '../database/column-values.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidRequest, NotFound, Refused } from '../errors.ts'
import { readOrderSettings } from '../orders/order-settings.ts'
import { MAX_ADDRESSES } from '../shared/limits.ts'
import type { BuyerContext } from './buyer-context.ts'

/** Adds a delivery address to the buyer's customer. Throws Refused where buyers may not, and InvalidRequest. */
export async function addAddress(context: BuyerContext, address: SentAddress): Promise<Address> {
  const after = await change(context, (present) => {
    if (present.length >= MAX_ADDRESSES) {
      throw new InvalidRequest(`There are ${MAX_ADDRESSES} delivery addresses: remove one first.`)
    }
    return [...present, ...withIds([address], [])]
  })
  return after.at(-1)!
}

/** Changes an address; null removes it. Orders keep the one that they were placed with. Throws as above, and NotFound. */
export async function changeAddress(context: BuyerContext, id: string, address: SentAddress | null): Promise<void> {
  await change(context, (present) => {
    if (!present.some((one) => one.id === id)) {
      throw new NotFound('This delivery address no longer exists: somebody has removed it.')
    }
    return present.flatMap((one) => (one.id !== id ? [one] : address ? [{ ...address, id }] : []))
  })
}

/** One change at a time, so that no colleague's is lost. */
async function change(context: BuyerContext, to: (present: Address[]) => SentAddress[]): Promise<Address[]> {
  return inTransaction(context, async (trx) => {
    if (!(await readOrderSettings(trx)).allowAddresses) {
      throw new Refused('forbidden', 'Your wholesaler keeps the delivery addresses: ask them for a change.')
    }
    await lockCustomerList(trx)
    const { id, version, addresses } = await editableCustomer(trx, trx.customerId)
    return (await editCustomer(trx, { id, version, addresses: to(addresses) })).addresses
  })
}
