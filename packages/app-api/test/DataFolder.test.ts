/** Tests that data folders are closed to other users of the machine, and that unsafe folders are rejected. */
import { assert, describe, it } from "@effect/vitest"
import { ByteSize, Effect, FileSystem, Layer, Option, Path } from "effect"
import * as DataFolder from "../src/config/DataFolder.ts"

const own = process.getuid?.() ?? 0
const other = own + 1
const dataDir = "/srv/shared/sheaf"

const ofRoot = { uid: 0, mode: 0o755 }

interface Owned {
  readonly uid: number
  readonly mode: number
}

const machine = (folders: Readonly<Record<string, Owned>>) =>
  FileSystem.layerNoop({
    makeDirectory: () => Effect.void,
    realPath: (path) => Effect.succeed(path),
    stat: (path) => {
      const { mode, uid } = folders[path] ?? ofRoot
      const unknown = Option.none()
      return Effect.succeed({
        type: "Directory",
        mode,
        uid: Option.some(uid),
        gid: unknown,
        dev: 0n,
        ino: unknown,
        nlink: unknown,
        rdev: unknown,
        size: ByteSize.zero,
        blksize: unknown,
        blocks: unknown,
        atime: unknown,
        mtime: unknown,
        birthtime: unknown
      })
    }
  })

const answerTo = (folders: Readonly<Record<string, Owned>>) =>
  DataFolder.create({ dataDir }).pipe(
    Effect.as("accepted"),
    Effect.catchTag("OperatorError", ({ message }) => Effect.succeed(message)),
    Effect.provide(Layer.merge(machine(folders), Path.layer))
  )

const ofOwn = { uid: own, mode: 0o700 }
const ofOther = { uid: other, mode: 0o755 }
const ofAll = { uid: 0, mode: 0o777 }
const stickyOfAll = { uid: 0, mode: 0o1777 }

describe("a data folder", () => {
  it.effect.each([
    ["of another user is refused", { [dataDir]: ofOther }, "belongs to another user"],
    [
      "in a folder that everybody can write to is refused",
      { [dataDir]: ofOwn, "/srv/shared": ofAll },
      "other users can replace /srv/shared/sheaf, because everybody can write to /srv/shared"
    ],
    [
      "below another user's folder in a sticky folder is refused",
      { [dataDir]: ofOwn, "/srv/shared": ofOther, "/srv": stickyOfAll },
      "other users can replace /srv/shared, because everybody can write to /srv"
    ],
    ["in a sticky folder such as /tmp is accepted", { [dataDir]: ofOwn, "/srv/shared": stickyOfAll }, "accepted"],
    ["in a folder of a group is accepted", { [dataDir]: ofOwn, "/srv/shared": { uid: own, mode: 0o775 } }, "accepted"],
    ["of the superuser is accepted", {}, "accepted"]
  ] satisfies ReadonlyArray<readonly [string, Readonly<Record<string, Owned>>, string]>)("%s", ([, folders, answer]) =>
    Effect.gen(function* () {
      assert.include(yield* answerTo(folders), answer)
    })
  )
})
