#!/usr/bin/env node
import { letThrough } from './image-host.ts'
import { readConfig } from '../../server/src/config.ts'
import { serve } from '../../server/src/serve.ts'

/** Serves as `trade-catalogue serve` does, and copies images from the host in TEST_IMAGE_HOST, as JSON, too. */
const imageConnector = letThrough(JSON.parse(process.env['TEST_IMAGE_HOST']!), async () => [])
await serve(readConfig(), { sample: false, imageConnector })
