/** Runs `sheaf migrate-to-postgres`. */
import { assert } from "vitest"
import * as Tools from "../Tools.ts"
import type { CommandResult, Workspace } from "../Tools.ts"

const attempt = (place: Workspace, url: string): Promise<CommandResult> =>
  Tools.sheaf(place, ["migrate-to-postgres"], { DATABASE_URL: url })

export const migrationError = async (place: Workspace, url: string): Promise<string> => {
  const { code, err, out } = await attempt(place, url)
  assert.deepStrictEqual([code, out], [1, ""], err)
  return /^sheaf: (.+)\n$/.exec(err)?.[1] ?? assert.fail(err)
}

export const migrate = async (place: Workspace, url: string): Promise<string> => {
  const { code, err } = await attempt(place, url)
  assert.strictEqual(code, 0, err)
  return err.trim().split("\n").at(-1) ?? ""
}
