import { Center, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '../../shared/api.ts'
import { Problem } from '../../shared/problem.tsx'
import { useFollow, meQuery, pathAfterSignIn } from './me.ts'
import { setUpQuery } from './set-up.ts'

/** Sends on: to the last workspace, to sign in, or to set up while there is nobody. */
export function StartPage() {
  const me = useQuery({ ...meQuery, retry: false })
  const setUp = useQuery({ ...setUpQuery, enabled: me.isError })
  const follow = useFollow()
  useEffect(() => {
    if (me.data) follow(pathAfterSignIn(me.data, undefined))
  }, [me.data, follow])
  if (setUp.data) return <Navigate to={setUp.data.isNeeded ? '/set-up' : '/sign-in'} replace />
  const failed = me.isError && !(me.error instanceof ApiError && me.error.status === 401) ? me.error : setUp.error
  if (failed) return <Problem error={failed} retry={() => void me.refetch()} />
  return (
    <Center mih="100dvh">
      <Loader aria-label="Loading" />
    </Center>
  )
}
