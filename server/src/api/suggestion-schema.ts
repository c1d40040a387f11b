import { z } from 'zod'
import { envelope } from '../http/envelope.ts'

export const SearchSuggestion = envelope(
  z.object({ q: z.string().nullable().describe('What to search for instead. Null: there is nothing to suggest.') }),
)
