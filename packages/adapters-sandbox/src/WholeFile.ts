/** Files that are replaced as a whole: whoever reads one sees the old content or the new one, and never a part. */
import { randomBytes } from "node:crypto"
import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises"

/** Nobody but the owner reads or writes the file. */
export const ownerOnly = 0o600
const ownersFolder = 0o700

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT"

/** The content, or nothing where there is no such file. */
export const readIfThere = (path: string): Promise<string | undefined> =>
  readFile(path, "utf8").catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })

/** Makes the folder where it is not there, for its owner alone. */
export const makeFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: ownersFolder })
}

const draftForm = /\.[0-9a-f]{8}$/

/** Whether a file of this name is what a death in the middle of a {@link write} left behind. */
export const isDraft = (name: string): boolean => draftForm.test(name)

/** What is written is never seen with other permissions than `mode`, at no time. */
export const write = async (path: string, content: string, mode: number = ownerOnly): Promise<void> => {
  const draft = `${path}.${randomBytes(4).toString("hex")}`
  await writeFile(draft, content, { mode })
  await chmod(draft, mode)
  await rename(draft, path)
}
