#!/usr/bin/env node
// Starts `sheaf` in a checkout. This file is JavaScript, because Node would have to load a compiler for TypeScript. The
// modules that it imports are compiled once and then come from the cache.
import { enableCompileCache } from "node:module"
import { fileURLToPath } from "node:url"

// The service and the commands have separate caches, because they need different functions of the same files. The first
// process to load a file determines which of the file's functions are cached.
const kind = process.argv[2] === "serve" ? "service" : "commands"
enableCompileCache(fileURLToPath(new URL(`../../../node_modules/.cache/sheaf/compiled/${kind}`, import.meta.url)))
const { entryUrl } = await import("../src/bundle/Checkout.ts")
await import(entryUrl())
