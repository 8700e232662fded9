#!/usr/bin/env node
// Starts `sheaf` in a checkout. This file is JavaScript, because Node would have to load a compiler for TypeScript. The
// modules that it imports are compiled once and then come from the cache.
import { enableCompileCache } from "node:module"
import { fileURLToPath } from "node:url"

// Commands and the service have separate caches, because the first process to load a file determines which of its
// functions the cache keeps, and they need different functions.
const kind = process.argv[2] === "serve" ? "service" : "commands"
enableCompileCache(fileURLToPath(new URL(`../../../node_modules/.cache/sheaf/compiled/${kind}`, import.meta.url)))
const { entryUrl } = await import("../src/bundle/Checkout.ts")
await import(entryUrl())
