/** Atomic file replacement: readers see either the old or the new content, never a part of it. */
import { randomBytes } from "node:crypto"
import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises"

export const ownerOnly = 0o600
const ownersFolder = 0o700

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT"

/** Reads a file, or returns nothing if it does not exist. */
export const readIfThere = (path: string): Promise<string | undefined> =>
  readFile(path, "utf8").catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })

/** Creates the folder if necessary, accessible to its owner only. */
export const makeFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: ownersFolder })
}

const draftForm = /\.[0-9a-f]{8}$/

/** Returns true if a file of this name is a draft that an interrupted {@link write} left behind. */
export const isDraft = (name: string): boolean => draftForm.test(name)

/** Writes a file. The content never has permissions other than `mode`. */
export const write = async (path: string, content: string, mode: number = ownerOnly): Promise<void> => {
  const draft = `${path}.${randomBytes(4).toString("hex")}`
  await writeFile(draft, content, { mode })
  await chmod(draft, mode)
  await rename(draft, path)
}
