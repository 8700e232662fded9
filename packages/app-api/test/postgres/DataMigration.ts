/** Runs `sheaf migrate-to-postgres`. */
import { assert } from "vitest"
import * as Tools from "../Tools.ts"
import type { CommandResult, Workspace } from "../Tools.ts"

const attempt = (place: Workspace, url: string): Promise<CommandResult> =>
  Tools.sheaf(place, ["migrate-to-postgres"], { DATABASE_URL: url })

/** Returns the error line of a move that is rejected. */
export const migrationError = async (place: Workspace, url: string): Promise<string> => {
  const { code, err, out } = await attempt(place, url)
  assert.deepStrictEqual([code, out], [1, ""], err)
  return /^sheaf: (.+)\n$/.exec(err)?.[1] ?? assert.fail(err)
}

/** Returns the note at the end of a move that succeeds, without its figures. */
export const migrate = async (place: Workspace, url: string): Promise<string> => {
  const { code, err } = await attempt(place, url)
  assert.strictEqual(code, 0, err)
  return err.trim().split("\n").at(-1) ?? ""
}
