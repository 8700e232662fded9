#!/usr/bin/env node
// Starts `sheaf` in a checkout. This file is JavaScript, because Node would load a compiler to start from TypeScript. The
// modules that it imports are compiled once, and then come from the cache.
import { enableCompileCache } from "node:module"
import { fileURLToPath } from "node:url"

enableCompileCache(fileURLToPath(new URL("../../../node_modules/.cache/sheaf/compiled", import.meta.url)))
const { program } = await import("../src/bundle/Checkout.ts")
await import(program())
