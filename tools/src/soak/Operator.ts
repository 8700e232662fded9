/**
 * Plays the operator of the service under test: kills the service, restarts it with a new sealing key, and runs
 * commands concurrently.
 */
import { bulkLimits } from "@sheaf/app-api/testing"
import { randomBytes } from "node:crypto"
import { inspectorEnvironment } from "../workshop/checker/Memory.ts"
import type { Cleanup } from "../workshop/stage/Cleanup.ts"
import * as Installation from "../workshop/stage/Installation.ts"
import * as Keys from "../workshop/stage/Keys.ts"

/** Retention of a few seconds, so that rows are erased as fast as they are added. Erasure runs once a minute. */
const retention = { dataSeconds: 20, recordSeconds: 20, idempotencySeconds: 20, eventsSeconds: 20 }

export const start = async (cleanup: Cleanup) => {
  const config = { retention, limits: bulkLimits }
  const installation = await Installation.create(cleanup, { config, env: inspectorEnvironment })
  let { service } = await installation.start()
  let lastKey = Keys.keysEnvironment.SHEAF_KEYS
  let [kills, isDown] = [0, false]
  const sheaf = async (...words: ReadonlyArray<string>): Promise<string> => {
    const { code, err, out } = await installation.sheaf(...words)
    if (code !== 0) throw new Error(err)
    return out
  }
  return {
    database: installation.database,
    service: () => service,
    life: () => ({ isDown, kills }),
    /**
     * Kills the service, restarts it with a new sealing key in front of the previous one, and seals all values with the
     * new key. The previous key stays until the next kill.
     */
    rotateSealingKey: async () => {
      const key = `k${++kills}:${randomBytes(32).toString("base64")}`
      isDown = true
      await service.kill()
      service = await installation.launch({ env: { SHEAF_KEYS: `${key},${lastKey}` } })
      isDown = false
      lastKey = key
      await sheaf("keys", "rotate-sealing")
    },
    replaceApiKey: async () => {
      const key = await sheaf("keys", "create", "--client", "demo")
      await sheaf("keys", "revoke", "--key", key.split("_")[2] ?? "")
    }
  }
}
