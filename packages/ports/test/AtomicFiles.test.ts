/** A power failure while a file is replaced leaves either the old or the new content. */
import { assert, it } from "@effect/vitest"
import { Effect, FileSystem, Layer, Path } from "effect"
import { AtomicFiles } from "../src/index.ts"

it.effect("a file is on the disk before it gets its name, and its name before the write returns", () =>
  Effect.gen(function* () {
    const done: Array<string> = []
    const record = (what: string) => Effect.sync(() => void done.push(what))
    const open = (path: string) =>
      Effect.succeed<Pick<FileSystem.File, "sync">>({ sync: record(`sync ${path}`) }) as Effect.Effect<FileSystem.File> // a file that can only be synced
    const disk = FileSystem.layerNoop({
      remove: () => Effect.void,
      writeFileString: (path) => record(`write ${path}`),
      chmod: (path, mode) => record(`chmod ${path} ${mode.toString(8)}`),
      open,
      rename: (from, to) => record(`rename ${from} to ${to}`)
    })
    yield* AtomicFiles.writeAtomically("/data/order", "content").pipe(Effect.provide(Layer.merge(disk, Path.layer)))
    assert.deepStrictEqual(done, [
      "write /data/order.new",
      "chmod /data/order.new 600",
      "sync /data/order.new",
      "rename /data/order.new to /data/order",
      "sync /data"
    ])
  })
)
