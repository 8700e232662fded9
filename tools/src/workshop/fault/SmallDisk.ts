/** A small in-memory disk for the database's files. A fault can fill it up. Only root can mount it. */
import { execFile } from "node:child_process"
import { appendFile, mkdtemp, rm, rmdir, statfs } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

const execute = promisify(execFile)

export interface SmallDisk {
  readonly folder: string
  readonly fill: () => Promise<void>
  readonly free: () => Promise<void>
  readonly remove: () => Promise<void>
}

/** A full run uses about half of the disk. */
const megabytes = 1024

const blockBytes = 256 * 1024

/** Throws if the machine does not allow the disk to be mounted. */
export const mount = async (): Promise<SmallDisk> => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-chaos-disk-"))
  try {
    await execute("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=1777`, "tmpfs", folder])
  } catch (error) {
    await rmdir(folder)
    const why = error instanceof Error ? error.message.trim().replaceAll("\n", " ") : String(error)
    throw new Error(`this machine cannot mount a small disk, which the fault disk needs: ${why}`)
  }
  const filler = join(folder, "filler")
  return {
    folder,
    fill: async () => {
      const { bavail, bsize } = await statfs(folder)
      // The database keeps writing while the disk fills up, so the free space can change. A first allocation takes most
      // of it, and then the filler file grows until no space is left.
      await execute("fallocate", ["-l", String(Math.max(blockBytes, bavail * bsize - 64 * blockBytes)), filler])
      const block = Buffer.alloc(blockBytes)
      for (let isFull = false; !isFull;) {
        isFull = await appendFile(filler, block).then(
          () => false,
          () => true
        )
      }
    },
    free: () => rm(filler, { force: true }),
    remove: async () => {
      await execute("umount", ["-l", folder])
      await rmdir(folder)
    }
  }
}
