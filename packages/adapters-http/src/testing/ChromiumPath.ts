/** Finds an installed browser for tests that need one. */
import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export const chromiumPath = (): string => {
  const folders = (process.env["PATH"] ?? "").split(delimiter)
  const candidates = ["chromium", "chromium-browser", "google-chrome"].flatMap((name) =>
    folders.map((folder) => join(folder, name))
  )
  const found = candidates.find(isExecutable)
  if (found === undefined) throw new Error("no chromium in PATH; install the package chromium")
  return found
}
