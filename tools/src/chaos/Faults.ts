/** The faults that a run can inject. Each fault begins, lasts for some seconds, and ends. */
import { setTimeout as pause } from "node:timers/promises"
import type { Choice } from "../workshop/CommandLine.ts"
import type * as Hosts from "../workshop/fault/Hosts.ts"
import type { ServiceNode } from "./stage/ServiceNode.ts"
import type { Requirement, ChaosTestbed } from "./stage/Stage.ts"

type Range = readonly [least: number, most: number]

interface Place extends ChaosTestbed {
  readonly node: ServiceNode
  readonly host: Hosts.Host | undefined
}

export interface Fault extends Choice {
  readonly needs?: Requirement
  readonly times: number
  readonly begin: (place: Place) => unknown
  readonly lasts: Range
  readonly end: (place: Place) => unknown
  readonly pauses?: Range
}

const clockModule = new URL("../../../packages/app-api/test/ShiftedClock.ts", import.meta.url).href

const shiftClock = async ({ node, violations }: Place): Promise<void> => {
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
}

export const all: ReadonlyArray<Fault> = [
  {
    name: "kill",
    summary: "kill -9 of a random node, which starts again after at most 3 seconds",
    times: 1,
    begin: ({ node }) => node.kill(),
    lasts: [0, 3_000],
    end: ({ node }) => node.start()
  },
  {
    name: "restarts",
    summary: "a random node is killed four times, each time at most 2.5 seconds after its start",
    times: 4,
    begin: ({ node }) => node.kill(),
    lasts: [0, 0],
    end: ({ node }) => node.start(),
    pauses: [100, 2_500]
  },
  {
    name: "freeze",
    summary:
      "a random node stops (SIGSTOP) for 7 to 14 seconds, longer than its lease of 6, and then continues (SIGCONT)",
    times: 1,
    begin: ({ node }) => node.signal("SIGSTOP"),
    lasts: [7_000, 14_000],
    end: ({ node }) => node.signal("SIGCONT")
  },
  {
    name: "database",
    summary: "PostgreSQL crashes three times within a few seconds, and starts again after at most 4 seconds each time",
    needs: "postgres",
    times: 3,
    begin: ({ postgres }) => postgres?.stop("immediate"),
    lasts: [0, 4_000],
    end: ({ postgres }) => postgres?.start(),
    pauses: [1_000, 4_000]
  },
  {
    name: "connections",
    summary: "all connections to PostgreSQL are cut four times (pg_terminate_backend)",
    needs: "postgres",
    times: 4,
    begin: ({ query }) =>
      query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = 'sheaf'"
      ),
    lasts: [500, 3_000],
    end: () => undefined
  },
  {
    name: "cutoff",
    summary: "all packets between a random node and PostgreSQL are dropped for 5 to 15 seconds",
    needs: "hosts",
    times: 1,
    begin: ({ host }) => host?.cutDatabase(),
    lasts: [5_000, 15_000],
    end: ({ host }) => host?.joinDatabase()
  },
  {
    name: "partition",
    summary: "all packets between the nodes are dropped for 5 to 15 seconds, but each node can reach PostgreSQL",
    needs: "hosts",
    times: 1,
    begin: ({ hosts }) => hosts?.cutHosts(),
    lasts: [5_000, 15_000],
    end: ({ hosts }) => hosts?.joinHosts()
  },
  {
    name: "clock",
    summary:
      "a random node restarts with a clock 60 seconds ahead, for 10 seconds. It must not be ready, and must log a warning",
    needs: "postgres",
    times: 1,
    begin: shiftClock,
    lasts: [0, 0],
    end: ({ node }) => node.start()
  },
  {
    name: "disk",
    summary: "PostgreSQL's disk is full for 5 to 10 seconds. If PostgreSQL exits, it starts again afterwards",
    needs: "disk",
    times: 1,
    begin: ({ disk }) => disk?.fill(),
    lasts: [5_000, 10_000],
    end: async ({ disk, postgres, query }) => {
      await disk?.free()
      await pause(1_000)
      await query("SELECT 1").catch(() => postgres?.start())
    }
  }
]

export const inject = async (
  { begin, end, lasts, pauses = [0, 0], times }: Fault,
  stage: ChaosTestbed
): Promise<void> => {
  const { hosts, nodes, random } = stage
  const place = { ...stage, node: random.pick(nodes), host: hosts && random.pick(hosts.all) }
  for (let time = 0; time < times; time++) {
    await begin(place)
    await pause(random.int(...lasts))
    await end(place)
    await pause(random.int(...pauses))
  }
}
