import { z } from 'zod'
import { AddressItem } from '../v1/customer-schema.ts'
import { envelope } from '../../http/envelope.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { addAddress, changeAddress } from '../../portal/change-addresses.ts'
import { DONE, Done } from '../done.ts'

const operation = operationsOf('Addresses')
const params = z.object({ id: z.string() })
const NewAddress = AddressItem.omit({ id: true }).meta({ id: 'NewAddress' })

/** The delivery addresses of the buyer's customer, where the wholesaler lets buyers change them. */
export const addressRoutes: RoutePlugin = async (app) => {
  app.post(
    '/addresses',
    operation('addAddress', 'Add a delivery address', {
      body: NewAddress,
      answer: envelope(z.object({ id: z.string() })),
    }),
    async ({ buyer, body }) => ({ data: { id: (await addAddress(buyer, body)).id } }),
  )

  app.put(
    '/addresses/:id',
    operation('changeAddress', 'Change a delivery address', { params, body: NewAddress, answer: Done }),
    async ({ buyer, params, body }) => {
      await changeAddress(buyer, params.id, body)
      return DONE
    },
  )

  app.delete(
    '/addresses/:id',
    operation('removeAddress', 'Remove a delivery address', { params, answer: Done }),
    async ({ buyer, params }) => {
      await changeAddress(buyer, params.id, null)
      return DONE
    },
  )
}
