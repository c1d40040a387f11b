import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'

/** Whether nobody can sign in yet. */
export const setUpQuery = queryOptions({
  queryKey: ['account', 'set-up'],
  queryFn: async ({ signal }) => (await api.GET('/app-api/account/set-up', { signal })).data,
  staleTime: 0,
})
