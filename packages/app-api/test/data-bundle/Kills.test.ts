/**
 * Checks that a crash during the installation of a bundle leaves either the old or the new version, complete and
 * usable.
 */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, FileSystem, Result } from "effect"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Bundle from "../../src/config/bundles/Bundle.ts"
import * as Installation from "../../src/config/bundles/Installation.ts"
import { filesIn, goodFiles, layout, name, newSigner, packUnchecked } from "./Publisher.ts"

const signer = newSigner()

const bundleOf = (version: number, files: Readonly<Record<string, string>>): Bundle.Bundle =>
  Result.getOrThrow(Bundle.openArchive(packUnchecked(signer, version, files), () => signer.publicKey))

const first = bundleOf(1, goodFiles)
const second = bundleOf(2, { ...goodFiles, "layouts/home.json": JSON.stringify(layout("ee-saare/home-policy")) })

const settingsIn = (folder: string): Installation.BundleSettings => ({
  folder,
  names: [name],
  pinned: () => signer.publicKey
})

const writes = ["chmod", "makeDirectory", "makeTempDirectory", "open", "remove", "rename", "writeFile"] as const

/**
 * Returns a file system that hangs forever before the write with this number, as if the process had been killed there.
 */
const dyingAt = Effect.fnUntraced(function* (kill: number, killed: Deferred.Deferred<void>) {
  const real = yield* FileSystem.FileSystem
  let count = 0
  const dying =
    <Arguments extends ReadonlyArray<unknown>, A, E, R>(operation: (...words: Arguments) => Effect.Effect<A, E, R>) =>
    (...words: Arguments): Effect.Effect<A, E, R> =>
      Effect.suspend(() =>
        count++ < kill ? operation(...words) : Effect.andThen(Deferred.succeed(killed, undefined), Effect.never)
      )
  return {
    ...real,
    chmod: dying(real.chmod),
    makeDirectory: dying(real.makeDirectory),
    makeTempDirectory: dying(real.makeTempDirectory),
    open: dying(real.open),
    remove: dying(real.remove),
    rename: dying(real.rename),
    writeFile: dying(real.writeFile)
  } satisfies Pick<FileSystem.FileSystem, (typeof writes)[number]>
})

/**
 * Installs a bundle, but kills the process just before the write with this number. Returns false if there is no such
 * write.
 */
const installUntil = Effect.fnUntraced(function* (settings: Installation.BundleSettings, kill: number) {
  const killed = yield* Deferred.make<void>()
  const fileSystem = yield* dyingAt(kill, killed)
  const installing = yield* Installation.install(settings, second).pipe(
    Effect.provideService(FileSystem.FileSystem, fileSystem),
    Effect.forkDetach
  )
  return yield* Effect.raceFirst(Effect.as(Deferred.await(killed), true), Effect.as(Fiber.join(installing), false))
})

const versionFound = Effect.fnUntraced(function* (settings: Installation.BundleSettings) {
  const { files, folder } = yield* Installation.makeFinder(settings)("a setting", name)
  return { files: files.length, version: Number(folder.split("/").at(-1)) }
})

describe("a crash", () => {
  it.live(
    "before any write leaves a whole version, and the next installation completes it",
    () =>
      Effect.gen(function* () {
        const found: Array<number> = []
        let isKilled = true
        for (let kill = 0; isKilled; kill++) {
          const folder = mkdtempSync(join(tmpdir(), "sheaf-kills-"))
          const settings = settingsIn(folder)
          yield* Installation.install(settings, first)
          isKilled = yield* installUntil(settings, kill)
          const { files, version } = yield* versionFound(settings)
          assert.strictEqual(files, version === 1 ? first.files.length : second.files.length)
          found.push(version)
          yield* Installation.install(settings, second)
          assert.strictEqual((yield* versionFound(settings)).version, 2)
          const names = Object.keys(filesIn(folder)).map(
            (path) => path.slice(folder.length + name.length + 2).split("/")[0]
          )
          assert.sameMembers([...new Set(names)], ["1", "2"])
          yield* Effect.flatMap(FileSystem.FileSystem, (real) => real.remove(folder, { recursive: true }))
        }
        const changes = found.filter((version, index) => version !== (found[index - 1] ?? 1)).length
        assert.strictEqual(changes, 1)
        assert.isAbove(found.length, 20)
      }).pipe(Effect.provide(NodeServices.layer)),
    300_000
  )
})
