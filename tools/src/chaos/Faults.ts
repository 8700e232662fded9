/** The faults of a run. Each fault begins, lasts for some seconds, and ends. */
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath, pathToFileURL } from "node:url"
import type { Choice } from "../workshop/CommandLine.ts"
import type { Need, Stage } from "./stage/Stage.ts"

export interface Fault extends Choice {
  readonly needs?: Need
  /** Injects the fault, and returns after its end. */
  readonly inject: (stage: Stage) => Promise<void>
}

const kill: Fault = {
  name: "kill",
  summary: "kill -9 of a random node, which starts again after at most 3 seconds",
  inject: async ({ nodes, random }) => {
    const node = random.pick(nodes)
    await node.kill()
    await pause(random.int(0, 3_000))
    await node.start()
  }
}

const restarts: Fault = {
  name: "restarts",
  summary: "a random node is killed four times, each time at most 2.5 seconds after its start",
  inject: async ({ nodes, random }) => {
    const node = random.pick(nodes)
    for (let round = 0; round < 4; round++) {
      await node.kill()
      await node.start()
      await pause(random.int(100, 2_500))
    }
  }
}

const freeze: Fault = {
  name: "freeze",
  summary:
    "a random node stops (SIGSTOP) for 7 to 14 seconds, longer than its lease of 6, and then continues (SIGCONT)",
  inject: async ({ nodes, random }) => {
    const node = random.pick(nodes)
    node.freeze()
    await pause(random.int(7_000, 14_000))
    node.thaw()
  }
}

const database: Fault = {
  name: "database",
  summary: "PostgreSQL crashes three times within a few seconds, and starts again after at most 4 seconds each time",
  needs: "postgres",
  inject: async ({ postgres, random }) => {
    for (let crash = 0; crash < 3; crash++) {
      await postgres?.stop("immediate")
      await pause(random.int(0, 4_000))
      await postgres?.start()
      await pause(random.int(1_000, 4_000))
    }
  }
}

const connections: Fault = {
  name: "connections",
  summary: "all connections to PostgreSQL are cut four times (pg_terminate_backend)",
  needs: "postgres",
  inject: async ({ query, random }) => {
    for (let cut = 0; cut < 4; cut++) {
      await query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = 'sheaf'"
      )
      await pause(random.int(500, 3_000))
    }
  }
}

const cutoff: Fault = {
  name: "cutoff",
  summary: "all packets between a random node and PostgreSQL are dropped for 5 to 15 seconds",
  needs: "hosts",
  inject: async ({ hosts, random }) => {
    const host = random.pick(hosts?.all ?? [])
    await host.cutDatabase()
    await pause(random.int(5_000, 15_000))
    await host.joinDatabase()
  }
}

const partition: Fault = {
  name: "partition",
  summary: "all packets between the nodes are dropped for 5 to 15 seconds, but each node can reach PostgreSQL",
  needs: "hosts",
  inject: async ({ hosts, random }) => {
    await hosts?.cutHosts()
    await pause(random.int(5_000, 15_000))
    await hosts?.joinHosts()
  }
}

const clockModule = pathToFileURL(
  fileURLToPath(new URL("../../../packages/app-api/test/ShiftedClock.ts", import.meta.url))
).href

const clock: Fault = {
  name: "clock",
  summary:
    "a random node restarts with a clock 60 seconds ahead, for 10 seconds. It must not be ready, and must log a warning",
  needs: "postgres",
  inject: async ({ nodes, random, violations }) => {
    const node = random.pick(nodes)
    await node.kill()
    await node.start({ NODE_OPTIONS: `--import=${clockModule}`, CLOCK_OFFSET_MILLIS: "60000" })
    for (let check = 0; check < 20; check++) {
      await pause(500)
      if (node.isReady) violations.push(`${node.name} was ready with a clock 60 seconds ahead`)
    }
    if (!node.output.includes("the clocks of this machine and of the database differ")) {
      violations.push(`${node.name} did not log that its clock is wrong`)
    }
    await node.kill()
    await node.start()
  }
}

const disk: Fault = {
  name: "disk",
  summary: "PostgreSQL's disk is full for 5 to 10 seconds. If PostgreSQL exits, it starts again afterwards",
  needs: "disk",
  inject: async ({ disk, postgres, random, query }) => {
    await disk?.fill()
    await pause(random.int(5_000, 10_000))
    await disk?.free()
    await pause(1_000)
    await query("SELECT 1").catch(() => postgres?.start())
  }
}

export const all: ReadonlyArray<Fault> = [kill, restarts, freeze, database, connections, cutoff, partition, clock, disk]
